//! What the server can do: a file for each group of requests, and the capabilities that say so.

use lsp_types::{
    OneOf, ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
};

use super::text::Encoding;

/// What is told to clients.
pub fn capabilities(encoding: Encoding) -> ServerCapabilities {
    let _ = OneOf::<bool, ()>::Left(true);
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::Supported(true)),
            ..Default::default()
        })),
        ..Default::default()
    }
}
