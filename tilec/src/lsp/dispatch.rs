//! The requests about a document: one row each, the method with the function that answers it.

use lsp_server::ErrorCode;
use lsp_types::Position;
use lsp_types::request::{self, Request};
use serde_json::Value;

use super::analysis::Analysis;
use super::feature::{
    actions, calls, completion, emit, hover, inlay, navigate, references, signature, structure,
    symbols, tokens,
};

/// Why a request has no answer.
#[derive(Clone, Debug)]
pub struct Refusal {
    pub code: ErrorCode,
    pub message: String,
}

impl Refusal {
    pub fn failed(message: impl Into<String>) -> Refusal {
        Refusal { code: ErrorCode::RequestFailed, message: message.into() }
    }

    /// An edit came in between.
    pub fn outdated() -> Refusal {
        Refusal { code: ErrorCode::ContentModified, message: "the document was changed".into() }
    }
}

pub type Answer<T> = Result<T, Refusal>;

/// Answers a request from the checked document.
pub fn answer(analysis: &mut Analysis<'_, '_>, method: &str, params: Value) -> Answer<Value> {
    match ROWS.iter().find(|row| row.method == method) {
        Some(row) => (row.answer)(analysis, params),
        None if is_test_panic(method) => panic!("{TEST_PANIC} was asked for"),
        None => Err(Refusal {
            code: ErrorCode::MethodNotFound,
            message: format!("{method} is not supported"),
        }),
    }
}

/// Whether a method is about a document and answered by its worker.
pub fn is_known(method: &str) -> bool {
    ROWS.iter().any(|row| row.method == method) || is_test_panic(method)
}

/// The position in the document that a request is about, if no more of the program matters to it than
/// what surrounds that: such a request does not wait until all is checked.
pub fn place(method: &str, params: &Value) -> Option<Position> {
    match method {
        request::Completion::METHOD | request::SignatureHelpRequest::METHOD => {
            serde_json::from_value(params["position"].clone()).ok()
        }
        _ => None,
    }
}

/// A request that panics, so that a test can see what that costs.
const TEST_PANIC: &str = "tilec/testPanic";

fn is_test_panic(method: &str) -> bool {
    method == TEST_PANIC && std::env::var_os("TILEC_LSP_TEST").is_some()
}

struct Row {
    method: &'static str,
    answer: fn(&mut Analysis<'_, '_>, Value) -> Answer<Value>,
}

/// A row: the request's type and the function from its parameters to its result.
macro_rules! rows {
    ($($request:ty => $answer:path;)*) => {
        &[$(Row {
            method: <$request>::METHOD,
            answer: |analysis, params| {
                let params = read::<$request>(params)?;
                write::<$request>($answer(analysis, params)?)
            },
        }),*]
    };
}

fn read<R: Request>(params: Value) -> Answer<R::Params> {
    serde_json::from_value(params).map_err(|error| Refusal {
        code: ErrorCode::InvalidParams,
        message: format!("{}: {error}", R::METHOD),
    })
}

fn write<R: Request>(result: R::Result) -> Answer<Value> {
    serde_json::to_value(result).map_err(|error| Refusal {
        code: ErrorCode::InternalError,
        message: format!("{}: {error}", R::METHOD),
    })
}

const ROWS: &[Row] = rows! {
    request::HoverRequest => hover::hover;
    request::GotoDefinition => navigate::definition;
    request::GotoDeclaration => navigate::declaration;
    request::GotoImplementation => navigate::definition;
    request::GotoTypeDefinition => navigate::type_definition;
    request::References => references::references;
    request::DocumentHighlightRequest => references::highlight;
    request::PrepareRenameRequest => references::prepare_rename;
    request::Rename => references::rename;
    request::DocumentSymbolRequest => symbols::document;
    request::WorkspaceSymbolRequest => symbols::workspace;
    request::Completion => completion::completion;
    request::SignatureHelpRequest => signature::help;
    request::InlayHintRequest => inlay::hints;
    request::SemanticTokensFullRequest => tokens::full;
    request::SemanticTokensRangeRequest => tokens::range;
    request::FoldingRangeRequest => structure::folding;
    request::SelectionRangeRequest => structure::selection;
    request::CodeActionRequest => actions::actions;
    request::CodeLensRequest => emit::lenses;
    request::CodeLensResolve => emit::resolve_lens;
    request::CallHierarchyPrepare => calls::prepare;
    request::CallHierarchyIncomingCalls => calls::incoming;
    request::CallHierarchyOutgoingCalls => calls::outgoing;
    emit::Emit => emit::emit;
    references::Places => references::places_of;
};
