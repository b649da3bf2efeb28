//! The symbols that an object file defines.

use std::collections::BTreeMap;

use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};

/// The section of managed variables.
pub const MANAGED_SECTION: &str = "tilec_managed";

/// The symbols of an object, each once, in order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ObjectSymbols {
    pub functions: Vec<String>,
    /// With their sizes in bytes.
    pub variables: BTreeMap<String, u64>,
    /// Those of them that are in [`MANAGED_SECTION`].
    pub managed: Vec<String>,
}

impl ObjectSymbols {
    /// # Errors
    /// What is wrong with the file.
    pub fn read(bytes: &[u8]) -> Result<ObjectSymbols, String> {
        let file = parse(bytes)?;
        let variables =
            file.symbols().filter(|it| it.is_definition() && it.kind() == SymbolKind::Data);
        let variables: Vec<_> = variables.collect();
        let is_managed = |index| {
            let section = file.section_by_index(index);
            section.is_ok_and(|it| it.name() == Ok(MANAGED_SECTION))
        };
        let managed = variables.iter().filter(|it| it.section_index().is_some_and(is_managed));
        let managed = managed.filter_map(|it| it.name().ok().map(str::to_owned)).collect();
        let variables = variables.iter();
        let variables = variables.filter_map(|it| Some((it.name().ok()?.to_owned(), it.size())));
        Ok(ObjectSymbols { functions: functions(bytes)?, variables: variables.collect(), managed })
    }
}

/// The symbols of functions.
///
/// # Errors
/// What is wrong with the file.
pub fn functions(bytes: &[u8]) -> Result<Vec<String>, String> {
    let file = parse(bytes)?;
    let defined = file.symbols().filter(|symbol| {
        symbol.is_definition() && matches!(symbol.kind(), SymbolKind::Text | SymbolKind::Unknown)
    });
    let mut symbols: Vec<String> =
        defined.filter_map(|symbol| symbol.name().ok().map(str::to_owned)).collect();
    // Mach-O has one more underscore in front.
    if file.format() == object::BinaryFormat::MachO {
        for symbol in &mut symbols {
            if symbol.starts_with("__Z") {
                symbol.remove(0);
            }
        }
    }
    symbols.sort();
    symbols.dedup();
    Ok(symbols)
}

fn parse(bytes: &[u8]) -> Result<object::File<'_>, String> {
    object::File::parse(bytes)
        .map_err(|error| format!("the host compiler's object cannot be read: {error}"))
}
