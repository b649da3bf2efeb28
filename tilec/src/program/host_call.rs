//! The argument that a message of the host compiler is about, where the message has the place of the call only, and what to
//! write for it.
//!
//! In: a message with its notes, and the line of the source. Out: the columns of what is wrong, and advice.

/// What is wrong in a line: columns from 1, the end not included.
#[derive(PartialEq, Eq, Debug)]
pub struct Correction {
    pub columns: (u32, u32),
    pub label: Option<String>,
    pub help: Option<String>,
}

/// A call in a line of source text, as offsets.
struct Call {
    /// Where the name of the function begins.
    start: usize,
    args: Vec<(usize, usize)>,
    /// Behind the closing parenthesis.
    end: usize,
}

/// What a note says about an argument of the call at a column: `no known conversion for argument 1 from 'float*' to 'void**'`.
pub fn mismatched_argument(note: &str, line: &str, column: u32) -> Option<Correction> {
    let rest = note.split_once("no known conversion for argument ")?.1;
    let (number, types) = rest.split_once(" from '")?;
    let (found, wanted) = types.split_once("' to '")?;
    let (found, wanted) = (plain(found), plain(wanted.split('\'').next()?));
    let call = call_at(line, column)?;
    let &(lo, hi) = call.args.get(number.parse::<usize>().ok()?.checked_sub(1)?)?;
    let text = &line[lo..hi];
    let is_pointer_to =
        |pointee: &str| wanted.strip_suffix('*').map(str::trim_end) == Some(pointee);
    let is_address_wanted = is_pointer_to(found) || found.ends_with('*') && is_pointer_to("void*");
    Some(Correction {
        columns: columns(lo, hi),
        label: Some(format!("is `{found}`, but `{wanted}` is expected")),
        help: is_address_wanted.then(|| format!("pass the address, `&{text}`")),
    })
}

/// What a warning about `printf` is about: `format '%d' expects argument of type 'int', but argument 2 has type 'double'`.
pub fn format_argument(message: &str, line: &str, column: u32) -> Option<Correction> {
    let (specifier, rest) = message.strip_prefix("format '")?.split_once("' expects ")?;
    let (number, ty) = rest.split_once("but argument ")?.1.split_once(" has type '")?;
    let ty = ty.split('\'').next()?;
    // The place is that of the text, which is the first argument or one behind a stream.
    let offset = (column as usize).checked_sub(1)?;
    let open = (0..=offset).rev().find(|&at| line.as_bytes().get(at) == Some(&b'('))?;
    let call = call_at(line, open as u32 + 1)?;
    let &(lo, hi) = call.args.get(number.parse::<usize>().ok()?.checked_sub(1)?)?;
    let help =
        specifier_of(ty).map(|other| format!("`{other}` prints a `{ty}`, `{specifier}` does not"));
    Some(Correction { columns: columns(lo, hi), label: Some(format!("is `{ty}`")), help })
}

/// The value that a narrowing conversion is of: `narrowing conversion of 'f(x)' from 'double' to 'unsigned int'`.
pub fn narrowed_value(message: &str, line: &str, column: u32) -> Option<Correction> {
    let (_, types) = message.strip_prefix("narrowing conversion of ")?.split_once("' from '")?;
    let (found, wanted) = types.split_once("' to '")?;
    let wanted = wanted.split('\'').next()?;
    let call = call_at(line, column)?;
    let text = &line[call.start..call.end];
    Some(Correction {
        columns: columns(call.start, call.end),
        label: Some(format!("is `{found}`")),
        help: Some(format!("write `static_cast<{wanted}>({text})`")),
    })
}

/// What prints a value of a type that arguments of `printf` have.
fn specifier_of(ty: &str) -> Option<&'static str> {
    Some(match ty {
        "int" => "%d",
        "unsigned int" => "%u",
        "long int" | "long" => "%ld",
        "long unsigned int" | "unsigned long" | "size_t" => "%lu",
        "long long int" | "long long" => "%lld",
        "long long unsigned int" | "unsigned long long" => "%llu",
        "double" | "float" => "%f",
        "char*" | "const char*" => "%s",
        _ => return None,
    })
}

/// A type without the reference that an lvalue has.
fn plain(ty: &str) -> &str {
    ty.trim().trim_end_matches('&').trim_end()
}

fn columns(lo: usize, hi: usize) -> (u32, u32) {
    (lo as u32 + 1, hi as u32 + 1)
}

/// The call whose `(` is at a column, if it ends in the line.
fn call_at(line: &str, column: u32) -> Option<Call> {
    let open = (column as usize).checked_sub(1)?;
    if line.as_bytes().get(open) != Some(&b'(') {
        return None;
    }
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
    let start = line[..open].trim_end_matches(is_name).len();
    let mut args = Vec::new();
    let (mut depth, mut first, mut quote) = (0usize, open + 1, None);
    let mut chars = line[open..].char_indices();
    while let Some((at, c)) = chars.next() {
        let at = open + at;
        match (quote, c) {
            (Some(_), '\\') => drop(chars.next()),
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ',') if depth == 1 => {
                args.push(trimmed(line, first, at));
                first = at + 1;
            }
            (None, ')' | ']' | '}') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    args.push(trimmed(line, first, at));
                    return Some(Call { start, args, end: at + 1 });
                }
            }
            (None, _) => {}
        }
    }
    None
}

fn trimmed(line: &str, lo: usize, hi: usize) -> (usize, usize) {
    let text = &line[lo..hi];
    (lo + (text.len() - text.trim_start().len()), lo + text.trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str, finding: Option<Correction>) -> Option<(String, String)> {
        let Correction { columns: (lo, hi), help, .. } = finding?;
        Some((line[lo as usize - 1..hi as usize - 1].to_owned(), help.unwrap_or_default()))
    }

    #[test]
    fn arguments_are_found_in_calls() {
        let line = "    cudaMalloc(out, n * sizeof(float));";
        let note = "no known conversion for argument 1 from 'float*' to 'void**'";
        let found = shown(line, mismatched_argument(note, line, 15));
        assert_eq!(found, Some(("out".into(), "pass the address, `&out`".into())));
        assert_eq!(mismatched_argument(note, line, 5), None);
        let line = "f(\"a, (b\", g(x, 'y'))";
        let note = "no known conversion for argument 2 from 'int' to 'long*'";
        assert_eq!(
            shown(line, mismatched_argument(note, line, 2)),
            Some(("g(x, 'y')".into(), String::new()))
        );
    }

    #[test]
    fn values_that_do_not_fit_are_found() {
        let line = "  std::printf(\"first %d, of %d\\n\", host[0], n);";
        let said = "format '%d' expects argument of type 'int', but argument 2 has type 'double' [-Wformat=]";
        let found = shown(line, format_argument(said, line, 15));
        assert_eq!(found, Some(("host[0]".into(), "`%f` prints a `double`, `%d` does not".into())));
        let line = "    dim3 grid{std::ceil(n / 1024.0), 1, 1};";
        let said = "narrowing conversion of 'ceil(((double)n / 1.024e+3))' from 'double' to 'unsigned int' [-Wnarrowing]";
        let found = shown(line, narrowed_value(said, line, 24));
        let help = "write `static_cast<unsigned int>(std::ceil(n / 1024.0))`";
        assert_eq!(found, Some(("std::ceil(n / 1024.0)".into(), help.into())));
    }
}
