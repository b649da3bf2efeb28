//! The functions that an object file defines.

use object::{Object, ObjectSymbol, SymbolKind};

/// Their symbols, each once, in order.
///
/// # Errors
/// What is wrong with the file.
pub fn functions(bytes: &[u8]) -> Result<Vec<String>, String> {
    let file = object::File::parse(bytes)
        .map_err(|error| format!("the host compiler's object cannot be read: {error}"))?;
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
