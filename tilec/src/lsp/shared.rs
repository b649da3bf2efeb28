//! Requests whose answer comes from several programs: each is asked for its part, and the parts are one
//! answer for the client.

use lsp_server::RequestId;
use lsp_types::request::{self, Request as _};
use serde_json::{Value, json};

/// A request of the client that is asked of every document.
pub struct Gathering {
    pub client: RequestId,
    /// What the documents know it by.
    pub own: RequestId,
    pub n_missing: usize,
    pub list: Vec<Value>,
    pub kind: Shared,
    /// A document could not answer.
    pub is_outdated: bool,
}

/// How the answers of several documents become one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shared {
    /// One list.
    List,
    /// One list of places.
    References { declarations: bool },
    /// Edits at the places.
    Rename { new_name: String },
}

impl Shared {
    /// For requests about a name, which other documents may have too.
    pub fn of(method: &str, params: &Value) -> Option<Shared> {
        match method {
            request::References::METHOD => {
                let declarations = &params["context"]["includeDeclaration"];
                Some(Shared::References { declarations: declarations.as_bool().unwrap_or(true) })
            }
            request::Rename::METHOD => {
                Some(Shared::Rename { new_name: params["newName"].as_str()?.to_owned() })
            }
            _ => None,
        }
    }

    /// The places in an answer.
    pub fn places(&self, answer: &Value) -> Vec<Value> {
        match self {
            Shared::List | Shared::References { .. } => {
                answer.as_array().cloned().unwrap_or_default()
            }
            Shared::Rename { .. } => {
                let changes = answer["changes"].as_object().into_iter().flatten();
                changes
                    .flat_map(|(uri, edits)| {
                        let ranges = edits.as_array().into_iter().flatten();
                        ranges.map(move |edit| json!({ "uri": uri, "range": edit["range"] }))
                    })
                    .collect()
            }
        }
    }

    /// The answer that has the places.
    pub fn answer(&self, places: Vec<Value>) -> Value {
        match self {
            Shared::List | Shared::References { .. } => Value::Array(places),
            Shared::Rename { new_name } => {
                let mut changes = serde_json::Map::new();
                for place in places {
                    let uri = place["uri"].as_str().unwrap_or_default();
                    let edits = changes.entry(uri).or_insert_with(|| json!([]));
                    if let Some(edits) = edits.as_array_mut() {
                        edits.push(json!({ "range": place["range"], "newText": new_name }));
                    }
                }
                json!({ "changes": changes })
            }
        }
    }
}
