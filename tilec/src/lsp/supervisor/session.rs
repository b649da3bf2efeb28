//! The part of the session that is sent to a new child: `initialize`, settings, documents.

use std::collections::BTreeMap;

use lsp_types::notification::{self, Notification as _};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, Uri,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::lsp::headers;
use crate::lsp::initialize::Initialize;
use crate::lsp::text::{self, Encoding};

/// What a message is, without what it says.
#[derive(Deserialize)]
pub struct Envelope {
    pub id: Option<Value>,
    pub method: Option<String>,
}

impl Envelope {
    /// `None` for what is not a message.
    pub fn read(message: &[u8]) -> Option<Envelope> {
        let envelope: Envelope = serde_json::from_slice(message).ok()?;
        (envelope.id.is_some() || envelope.method.is_some()).then_some(envelope)
    }
}

#[derive(Deserialize)]
struct With {
    params: Value,
}

/// As the server reads them, from a value: one reader of each type is in the program.
fn params<P: DeserializeOwned>(message: &[u8]) -> Option<P> {
    let with: With = serde_json::from_slice(message).ok()?;
    serde_json::from_value(with.params).ok()
}

/// The path of the document that a request is about.
pub fn document_of(message: &[u8]) -> Option<String> {
    let params: Value = params(message)?;
    let data = params.get("item").unwrap_or(&params).get("data");
    let uri = params.get("textDocument").or(data)?.get("uri")?.as_str()?;
    Some(headers::path_of(&uri.parse::<Uri>().ok()?))
}

/// The file that diagnostics are published for.
pub fn uri_of(message: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct About {
        uri: String,
    }
    params::<About>(message).map(|about| about.uri)
}

/// An open document.
pub struct Document {
    /// As the client writes it.
    pub uri: String,
    pub version: i32,
    language: String,
    text: String,
}

impl Document {
    /// The message that opens it as it is now.
    pub fn open(&self) -> Vec<u8> {
        let document = json!({
            "uri": self.uri,
            "languageId": self.language,
            "version": self.version,
            "text": self.text,
        });
        let method = notification::DidOpenTextDocument::METHOD;
        let params = json!({ "textDocument": document });
        json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string().into_bytes()
    }
}

#[derive(Default)]
pub struct Session {
    /// The client's `initialize`.
    pub initialize: Option<Vec<u8>>,
    pub initialize_id: Option<Value>,
    encoding: Encoding,
    /// `initialized`, and the last settings.
    initialized: Option<Vec<u8>>,
    configuration: Option<Vec<u8>>,
    /// The child has asked to be told of changed files.
    pub is_registered: bool,
    /// The open documents, by path.
    pub documents: BTreeMap<String, Document>,
}

impl Session {
    pub fn initialized_with(&mut self, message: &[u8]) {
        self.initialize_id = Envelope::read(message).and_then(|envelope| envelope.id);
        self.initialize = Some(message.to_owned());
        if let Some(params) = params::<Initialize>(message) {
            self.encoding = Encoding::negotiate(params.encodings());
        }
    }

    /// Takes a notification of the client; the document that it is about.
    pub fn notified(&mut self, method: &str, message: &[u8]) -> Option<String> {
        match method {
            notification::Initialized::METHOD => {
                self.initialized = Some(message.to_owned());
                None
            }
            notification::DidChangeConfiguration::METHOD => {
                self.configuration = Some(message.to_owned());
                None
            }
            notification::DidOpenTextDocument::METHOD => {
                let document = params::<DidOpenTextDocumentParams>(message)?.text_document;
                let path = headers::path_of(&document.uri);
                let uri = document.uri.as_str().to_owned();
                let (version, language) = (document.version, document.language_id);
                let opened = Document { uri, version, language, text: document.text };
                self.documents.insert(path.clone(), opened);
                Some(path)
            }
            notification::DidChangeTextDocument::METHOD => {
                let params = params::<DidChangeTextDocumentParams>(message)?;
                let path = headers::path_of(&params.text_document.uri);
                let document = self.documents.get_mut(&path)?;
                for change in &params.content_changes {
                    text::apply(&mut document.text, change, self.encoding);
                }
                document.version = params.text_document.version;
                Some(path)
            }
            notification::DidCloseTextDocument::METHOD => {
                let params = params::<DidCloseTextDocumentParams>(message)?;
                let path = headers::path_of(&params.text_document.uri);
                self.documents.remove(&path);
                Some(path)
            }
            notification::DidSaveTextDocument::METHOD => document_of(message),
            _ => None,
        }
    }

    /// What a new child is told after `initialize`.
    pub fn notifications(&self) -> impl Iterator<Item = &Vec<u8>> {
        self.initialized.iter().chain(&self.configuration)
    }
}
