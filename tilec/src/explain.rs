//! `tilec explain E0312`: the long text of a diagnostic code.

include!(concat!(env!("OUT_DIR"), "/error_pages.rs"));

/// The page of a code, as Markdown.
pub fn page(code: &str) -> Option<&'static str> {
    let wanted = code.to_ascii_uppercase();
    ERROR_PAGES.iter().find(|(known, _)| *known == wanted).map(|(_, text)| *text)
}
