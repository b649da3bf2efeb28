//! The members of the client's `initialize` that the server uses.
//!
//! `lsp_types::InitializeParams` has a type for each capability of the protocol; code that reads all of them would be a
//! quarter of this crate. Other members are left alone, whatever they are.

use lsp_types::{PositionEncodingKind, Uri, WorkspaceFolder};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Initialize {
    capabilities: Capabilities,
    pub initialization_options: Option<Value>,
    pub workspace_folders: Option<Vec<WorkspaceFolder>>,
    /// For clients that do not know folders.
    pub root_uri: Option<Uri>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Capabilities {
    general: Option<General>,
    text_document: Option<TextDocument>,
    workspace: Option<WorkspaceCapabilities>,
    window: Option<Window>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Window {
    work_done_progress: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct General {
    position_encodings: Option<Vec<PositionEncodingKind>>,
}

#[derive(Deserialize)]
struct TextDocument {
    completion: Option<Completion>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Completion {
    completion_item: Option<CompletionItem>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CompletionItem {
    snippet_support: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WorkspaceCapabilities {
    did_change_watched_files: Option<WatchedFiles>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WatchedFiles {
    dynamic_registration: Option<bool>,
}

impl Initialize {
    /// The encodings of positions that the client offers.
    pub fn encodings(&self) -> Option<&[PositionEncodingKind]> {
        self.capabilities.general.as_ref()?.position_encodings.as_deref()
    }

    /// Whether completions may have places to fill in.
    pub fn takes_snippets(&self) -> bool {
        let completion =
            self.capabilities.text_document.as_ref().and_then(|text| text.completion.as_ref());
        let item = completion.and_then(|completion| completion.completion_item.as_ref());
        item.and_then(|item| item.snippet_support).unwrap_or(false)
    }

    /// Whether the client shows the progress of long work.
    pub fn shows_progress(&self) -> bool {
        let window = self.capabilities.window.as_ref();
        window.and_then(|window| window.work_done_progress).unwrap_or(false)
    }

    /// Whether the client watches files on request.
    pub fn watches_files(&self) -> bool {
        let workspace = self.capabilities.workspace.as_ref();
        let watches = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
        watches.and_then(|watches| watches.dynamic_registration).unwrap_or(false)
    }
}
