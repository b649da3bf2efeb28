//! The symbols that an object file defines.

use std::collections::BTreeMap;

use object::{Object, ObjectSymbol, SymbolKind};

/// The symbols of an object, each once, in order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ObjectSymbols {
    pub functions: Vec<String>,
    /// With their sizes in bytes.
    pub variables: BTreeMap<String, u64>,
}

impl ObjectSymbols {
    /// # Errors
    /// What is wrong with the file.
    pub fn read(bytes: &[u8]) -> Result<ObjectSymbols, String> {
        let file = parse(bytes)?;
        let variables =
            file.symbols().filter(|it| it.is_definition() && it.kind() == SymbolKind::Data);
        let variables = variables.filter_map(|it| Some((it.name().ok()?.to_owned(), it.size())));
        Ok(ObjectSymbols { functions: functions(bytes)?, variables: variables.collect() })
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
