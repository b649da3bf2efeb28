//! The values that nvcc allows for an option, where tilec's own options do not define them.
//!
//! In: an option and its value. Out: an error that names both and what may stand there. nvcc ends with
//! such values too; that tilec ignores most of these options is not a reason to accept a mistake.

use Allowed::{List, Number, OneOf, Truth};

/// What may be a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Allowed {
    /// `true` or `false`.
    Truth,
    Number,
    OneOf(&'static [&'static str]),
    /// Some of these, with commas.
    List(&'static [&'static str]),
}

/// By the long name, as `nvcc --help` of 13.5 has it.
const ALLOWED: &[(&str, Allowed)] = &[
    ("Ofast-compile", OneOf(&["0", "min", "mid", "max"])),
    ("brief-diagnostics", Truth),
    ("cudadevrt", OneOf(&["none", "static"])),
    ("cudart", OneOf(&["none", "shared", "static"])),
    ("default-stream", OneOf(&["legacy", "null", "per-thread"])),
    ("device-entity-has-hidden-visibility", Truth),
    ("dopt", List(&["on"])),
    ("fmad", Truth),
    ("fmax-errors", Number),
    ("ftz", Truth),
    ("machine", OneOf(&["64"])),
    ("maxrregcount", Number),
    ("optimization-info", List(&["inline"])),
    ("optimize", Number),
    ("prec-div", Truth),
    ("prec-sqrt", Truth),
    ("relocatable-device-code", Truth),
    ("split-compile", Number),
    ("split-compile-extended", Number),
    ("static-global-template-stub", Truth),
    ("threads", Number),
];

/// What may follow `-Werror`.
const WARNING_KINDS: &[&str] = &[
    "all-warnings",
    "conversion",
    "cross-execution-space-call",
    "default-stream-launch",
    "deprecated-declarations",
    "ext-lambda-captures-this",
    "missing-launch-bounds",
    "reorder",
];

/// Whether a word can be the value of `-Werror` behind a space.
pub(super) fn is_warning_kind(word: &str) -> bool {
    word.split(',').all(|kind| WARNING_KINDS.contains(&kind))
}

/// Checks the value of an option, which the command line has as `name`.
///
/// # Errors
/// What may stand there.
pub(super) fn check(name: &str, long: &str, value: &str) -> Result<(), String> {
    let Some((_, allowed)) = ALLOWED.iter().find(|(known, _)| *known == long) else {
        return Ok(());
    };
    let (is_allowed, expected) = match allowed {
        Truth => (matches!(value, "true" | "false"), "true or false".to_owned()),
        Number => (value.parse::<u64>().is_ok(), "a number".to_owned()),
        OneOf(values) => (values.contains(&value), choice(values)),
        List(values) => (value.split(',').all(|it| values.contains(&it)), choice(values)),
    };
    if is_allowed { Ok(()) } else { Err(format!("{name}={value}: expected {expected}")) }
}

/// A value that is allowed.
#[cfg(test)]
pub(super) fn allowed(long: &str) -> Option<&'static str> {
    let (_, allowed) = ALLOWED.iter().find(|(known, _)| *known == long)?;
    match allowed {
        Truth => Some("false"),
        Number => Some("1"),
        OneOf(values) | List(values) => values.first().copied(),
    }
}

/// `a, b or c`
fn choice(values: &[&str]) -> String {
    match values {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => values.concat(),
    }
}

/// The definitions in a value of `-D`, which nvcc takes for a list: it separates at commas outside of
/// double quotes and behind no backslash. A value whose parts are not definitions, as those of
/// `PAIR={1,2}` are, is one; nvcc hands the parts on, and its host compiler refuses them.
pub(super) fn definitions(value: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut in_quotes = false;
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            ',' if !in_quotes => {
                parts.push(String::new());
                continue;
            }
            '\\' if chars.peek() == Some(&',') => continue_with(&mut parts, chars.next()),
            '\\' => {
                continue_with(&mut parts, Some(c));
                continue_with(&mut parts, chars.next());
            }
            _ => {
                in_quotes ^= c == '"';
                continue_with(&mut parts, Some(c));
            }
        }
    }
    parts.retain(|part| !part.is_empty());
    match parts.iter().all(|part| is_definition(part)) {
        true => parts,
        false => vec![value.to_owned()],
    }
}

fn continue_with(parts: &mut [String], next: Option<char>) {
    if let Some(last) = parts.last_mut() {
        last.extend(next);
    }
}

/// `NAME`, `NAME=TEXT` or `NAME(PARAMETERS)=TEXT`, its brackets in pairs.
fn is_definition(part: &str) -> bool {
    let name: String = part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let behind = &part[name.len()..];
    let count = |brackets: &[char]| part.matches(brackets).count();
    let is_paired = count(&['(', '[', '{']) == count(&[')', ']', '}']);
    is_name && is_paired && (behind.is_empty() || behind.starts_with(['=', '(']))
}

#[cfg(test)]
mod tests {
    use super::{check, definitions};

    #[test]
    fn values_are_those_of_nvcc() {
        assert_eq!(check("-ftz", "ftz", "true"), Ok(()));
        assert_eq!(check("-dopt", "dopt", "on"), Ok(()));
        for (name, long, value, expected) in [
            ("-rdc", "relocatable-device-code", "maybe", "-rdc=maybe: expected true or false"),
            ("-O", "optimize", "s", "-O=s: expected a number"),
            ("-cudart", "cudart", "bogus", "-cudart=bogus: expected none, shared or static"),
            ("-m", "machine", "32", "-m=32: expected 64"),
        ] {
            assert_eq!(check(name, long, value), Err(expected.to_owned()));
        }
    }

    /// What nvcc 13.3 hands on, but for values that its host compiler refuses.
    #[test]
    fn definitions_are_a_list() {
        for (value, expected) in [
            ("A,B=2,C", &["A", "B=2", "C"][..]),
            ("A,,B", &["A", "B"]),
            ("VV=3,Q=4", &["VV=3", "Q=4"]),
            (r"X=a\,b", &["X=a,b"]),
            ("X=\"a,b\"", &["X=\"a,b\""]),
            ("PAIR={1,2}", &["PAIR={1,2}"]),
            ("F(a,b)=a", &["F(a,b)=a"]),
            ("X=f(a,b)", &["X=f(a,b)"]),
        ] {
            assert_eq!(definitions(value), expected, "{value}");
        }
    }
}
