//! Words of a command line that come from elsewhere: files of options and the environment.

use std::path::Path;

use crate::input;

/// A file of options may name another one, so deep.
const MAX_DEPTH: usize = 16;

/// The words with those of `@FILE` in its place.
///
/// # Errors
/// A file that cannot be read, or files that name each other.
pub(super) fn expand(words: Vec<String>) -> Result<Vec<String>, String> {
    let mut out = Vec::with_capacity(words.len());
    for word in words {
        expand_word(word, 0, &mut out)?;
    }
    Ok(out)
}

fn expand_word(word: String, depth: usize, out: &mut Vec<String>) -> Result<(), String> {
    let Some(path) = word.strip_prefix('@') else {
        out.push(word);
        return Ok(());
    };
    if depth == MAX_DEPTH {
        return Err(format!("@{path}: files of options are nested more than {MAX_DEPTH} deep"));
    }
    let text = input::read_text(Path::new(path))?;
    for word in split(&text) {
        expand_word(word, depth + 1, out)?;
    }
    Ok(())
}

/// The words of a text as a shell sees them: separated by blanks and ends of lines, with quotes and
/// backslashes.
pub(crate) fn split(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let (mut quote, mut is_word) = (None, false);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some('\''), '\'') | (Some('"'), '"') => quote = None,
            (None, '\'' | '"') => (quote, is_word) = (Some(c), true),
            (None | Some('"'), '\\') => {
                word.extend(chars.next());
                is_word = true;
            }
            (None, c) if c.is_whitespace() => {
                if std::mem::take(&mut is_word) {
                    words.push(std::mem::take(&mut word));
                }
            }
            (_, c) => {
                word.push(c);
                is_word = true;
            }
        }
    }
    if is_word {
        words.push(word);
    }
    words
}

/// The words of a value of `-Xcompiler`, `-Xptxas` and other options that hand on options.
///
/// nvcc takes a backslash off what follows it and separates at commas outside of double quotes; a shell
/// reads what that leaves.
pub(crate) fn handed_on(value: &str) -> Vec<String> {
    let mut text = String::with_capacity(value.len());
    let mut in_quotes = false;
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.extend(chars.next()),
            ',' if !in_quotes => text.push(' '),
            _ => {
                in_quotes ^= c == '"';
                text.push(c);
            }
        }
    }
    split(&text)
}

/// A value of `-Xcompiler` that is one word.
pub(super) fn quoted(word: &str) -> String {
    let mut value = String::with_capacity(word.len());
    for c in word.chars() {
        if matches!(c, ',' | '"' | '\'' | '\\') || c.is_whitespace() {
            value.push_str(if c == ',' { "\\" } else { r"\\\" });
        }
        value.push(c);
    }
    value
}

#[cfg(test)]
mod tests {
    use super::{handed_on, quoted, split};

    /// What reached the host compiler of nvcc 13.3 with each value.
    #[test]
    fn options_of_the_host_compiler_are_as_with_nvcc() {
        for (value, expected) in [
            ("-Wall,-O2", &["-Wall", "-O2"][..]),
            ("-Wall,,-O2", &["-Wall", "-O2"]),
            ("-fPIC -O2", &["-fPIC", "-O2"]),
            ("'-fPIC'", &["-fPIC"]),
            ("\"-fPIC\"", &["-fPIC"]),
            ("'-DX=a b'", &["-DX=a b"]),
            ("-Wall,\"-DX=1,2\",-O2", &["-Wall", "-DX=1,2", "-O2"]),
            ("'-DX=a,b'", &["-DX=a b"]),
            (r"-DX=a\,b", &["-DX=a,b"]),
            ("-DX=\"a\"", &["-DX=a"]),
            (r#"-DX=\"a\""#, &["-DX=a"]),
            (r#"-DX=\\"a\\""#, &["-DX=\"a\""]),
            (r#"-DX=\\\"a\\\""#, &["-DX=\"a\""]),
            (r#""-DX=\\\"a\\\"""#, &["-DX=\"a\""]),
            (r#"'-DX="a,b"'"#, &["-DX=\"a,b\""]),
            (r"'-DX=\\a'", &[r"-DX=\a"]),
        ] {
            assert_eq!(handed_on(value), expected, "{value}");
        }
        for word in ["-fPIC", "-DX=a b,c", r#"-DX=\"a' "#] {
            assert_eq!(handed_on(&quoted(word)), [word]);
        }
    }

    #[test]
    fn words_are_a_shells() {
        let text = "-DA='x y' \"-I a\\\"b\"\n c\\ d ''";
        assert_eq!(split(text), ["-DA=x y", "-I a\"b", "c d", ""]);
        assert!(split(" \n").is_empty());
    }
}
