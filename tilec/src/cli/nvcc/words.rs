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

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn words_are_a_shells() {
        let text = "-DA='x y' \"-I a\\\"b\"\n c\\ d ''";
        assert_eq!(split(text), ["-DA=x y", "-I a\"b", "c d", ""]);
        assert!(split(" \n").is_empty());
    }
}
