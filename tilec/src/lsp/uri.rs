//! URIs and the paths they name.
//!
//! A document that is in no file, such as an `untitled:` one, goes by its whole URI.

use lsp_types::Uri;

/// The path of a file, or the URI itself if it names none.
pub fn to_path(uri: &Uri) -> String {
    let text = uri.as_str();
    let Some(rest) = text.strip_prefix("file://") else { return text.to_owned() };
    // An authority is `localhost` at most.
    let path = rest.find('/').map_or(rest, |slash| &rest[slash..]);
    normalize(&decode(path))
}

/// The URI of a path; `None` for text that is neither an absolute path nor a URI.
pub fn from_path(path: &str) -> Option<Uri> {
    let text = if path.starts_with('/') { format!("file://{}", encode(path)) } else { path.into() };
    text.parse().ok()
}

/// `/a/./b/../c` as `/a/c`: one spelling for a file, however an `#include` reached it.
pub fn normalize(path: &str) -> String {
    if !path.starts_with('/') {
        return path.to_owned();
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).and_then(|&byte| char::from(byte).to_digit(16));
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match (byte, digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                decoded.push((high * 16 + low) as u8);
                at += 3;
            }
            _ => {
                decoded.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

fn encode(path: &str) -> String {
    let mut encoded = String::with_capacity(path.len());
    for &byte in path.as_bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=:@".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_survive_the_way_to_a_uri_and_back() {
        for path in ["/a/b.cu", "/with space/grüße#1.cu", "/100%/x?.cu", "/a+b/c&d.cu"] {
            let uri = from_path(path).expect("a URI");
            assert_eq!(to_path(&uri), path, "{}", uri.as_str());
        }
    }

    #[test]
    fn dots_are_resolved() {
        assert_eq!(normalize("/a/./b/../c//d.cu"), "/a/c/d.cu");
        assert_eq!(normalize("<tilec>/cuda_tile.h"), "<tilec>/cuda_tile.h");
        let untitled: Uri = "untitled:Untitled-1".parse().expect("a URI");
        assert_eq!(to_path(&untitled), "untitled:Untitled-1");
    }
}
