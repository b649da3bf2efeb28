//! The header that a program lacks, told from a message of the host compiler about a name that is not declared.
//!
//! In: `'accumulate' is not a member of 'std'` of GCC, `no member named 'accumulate' in namespace 'std'` of Clang, and GCC's
//! notes about headers. Out: advice to include it.

use sema::lookup::std_headers::{advice_to_include, std_header};

/// The headers of C, which declare their names in the global namespace too.
const HEADERS_OF_C: [&str; 6] = ["cmath", "cstdio", "cstdlib", "cstring", "cstdint", "cstddef"];

/// The header to include for the name that an error is about.
pub fn advice_of_error(message: &str) -> Option<String> {
    let mut words = message.split('\'').skip(1).step_by(2);
    let (name, scope) = (words.next()?, words.next());
    let is_member = ["is not a member of", "no member named"].iter().any(|it| message.contains(it));
    if is_member && scope == Some("std") {
        return Some(advice_to_include(name, std_header(name)?));
    }
    let is_undeclared = ["was not declared", "use of undeclared identifier"];
    if !is_undeclared.iter().any(|it| message.contains(it)) {
        return None;
    }
    match name.strip_prefix("std::") {
        Some(name) => Some(advice_to_include(name, std_header(name)?)),
        None => {
            let header = std_header(name).filter(|header| HEADERS_OF_C.contains(header))?;
            Some(format!("`{name}` is declared in `<{header}>`: write `#include <{header}>`"))
        }
    }
}

/// The header to include, from a note of GCC: `'printf' is defined in header '<cstdio>'; did you forget to '#include <cstdio>'?`
pub fn advice_of_note(note: &str) -> Option<String> {
    let (name, rest) = note.strip_prefix('\'')?.split_once("' is defined in header '<")?;
    let header = rest.split_once('>')?.0;
    Some(format!("`{name}` is declared in `<{header}>`: write `#include <{header}>`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_named_for_names_that_they_declare() {
        let numeric = "`std::accumulate` is declared in `<numeric>`: write `#include <numeric>`";
        for (message, advice) in [
            ("'accumulate' is not a member of 'std'", Some(numeric)),
            ("no member named 'accumulate' in namespace 'std'", Some(numeric)),
            ("'accumulate' is not a member of 'mine'", None),
            ("'missing' is not a member of 'std'", None),
            (
                "'memcpy' was not declared in this scope",
                Some("`memcpy` is declared in `<cstring>`: write `#include <cstring>`"),
            ),
            ("'accumulate' was not declared in this scope", None),
            ("expected ';' before '}' token", None),
        ] {
            assert_eq!(advice_of_error(message).as_deref(), advice, "{message}");
        }
        let note =
            "'printf' is defined in header '<cstdio>'; did you forget to '#include <cstdio>'?";
        assert_eq!(
            advice_of_note(note).as_deref(),
            Some("`printf` is declared in `<cstdio>`: write `#include <cstdio>`")
        );
        assert_eq!(advice_of_note("candidate: 'int f()'"), None);
    }
}
