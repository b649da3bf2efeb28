//! The headers that come with the compiler: name to text, nothing else.
//!
//! In: an include name as written between the angle brackets. Out: the text of the header. The headers are C++20
//! over the intrinsics of `cuda_tile/detail/intrinsics.h`; the compiler treats them as system headers.

/// Expands to the table; one line per header, sorted by name, so that a lookup can bisect.
macro_rules! headers {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../include/", $name)))),*]
    };
}

/// Every header, sorted by name.
pub const HEADERS: &[(&str, &str)] = headers!["cuda_tile/detail/intrinsics.h"];

/// The text of the header `name`, as in `#include <name>`.
pub fn header(name: &str) -> Option<&'static str> {
    let index = HEADERS.binary_search_by(|(entry, _)| (*entry).cmp(name)).ok()?;
    HEADERS.get(index).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_unique() {
        assert!(HEADERS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn lookup_finds_every_header() {
        for (name, text) in HEADERS {
            assert_eq!(header(name), Some(*text));
        }
        assert_eq!(header("cuda.h"), None);
    }
}
