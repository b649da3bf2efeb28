//! The headers of the C++ library that declare the names of `std`.
//!
//! In: a name of `std` that nothing declares. Out: the header to include. The names are data: `std_headers.txt`, whose
//! rows a test compiles.

use std::sync::LazyLock;

use lang::base::{Diagnostic, SourceFile};
use rustc_hash::FxHashMap;

use crate::Cx;
use crate::entity::NamespaceId;

/// A header, and whether it declares the name in tile code too.
#[derive(Clone, Copy)]
struct Declaring {
    header: &'static str,
    is_of_tile_code: bool,
}

static TABLE: LazyLock<FxHashMap<&'static str, Declaring>> = LazyLock::new(|| {
    let rows = include_str!("std_headers.txt").lines().filter(|line| !line.starts_with('#'));
    let mut table = FxHashMap::default();
    for row in rows {
        let mut parts = row.split('|').map(str::trim);
        let Some(header) = parts.next() else { continue };
        for (names, is_of_tile_code) in std::iter::zip(parts, [true, false]) {
            let declaring = Declaring { header, is_of_tile_code };
            table.extend(names.split_whitespace().map(|name| (name, declaring)));
        }
    }
    table
});

/// The header that declares `std::name`.
pub fn std_header(name: &str) -> Option<&'static str> {
    TABLE.get(name).map(|declaring| declaring.header)
}

/// What to include for `std::name`.
pub fn advice_to_include(name: &str, header: &str) -> String {
    format!("`std::{name}` is declared in `<{header}>`: write `#include <{header}>`")
}

impl Cx<'_> {
    /// Adds what to include for a name of `std` that is not declared.
    pub(crate) fn with_std_header(
        &self,
        diagnostic: Diagnostic,
        namespace: NamespaceId,
        name: &str,
    ) -> Diagnostic {
        match self.missing_std_header(namespace, name) {
            Some(header) => diagnostic.help(advice_to_include(name, header)),
            None => diagnostic,
        }
    }

    /// The header that declares a name of `std` in tile code, unless the program includes it.
    pub(crate) fn missing_std_header(
        &self,
        namespace: NamespaceId,
        name: &str,
    ) -> Option<&'static str> {
        let declaring = TABLE.get(name).filter(|declaring| declaring.is_of_tile_code)?;
        let is_it = |file: &SourceFile| {
            file.path.rsplit('/').next().is_some_and(|last| last == declaring.header)
        };
        let is_included = self.unit.sources.files().iter().any(is_it);
        let in_std = self.show_namespace(namespace) == "std";
        (in_std && !is_included).then_some(declaring.header)
    }
}
