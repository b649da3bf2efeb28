//! Class template argument deduction ([over.match.class.deduct]).

use lang::base::Span;

use super::deduce::ArgInfo;
use crate::Cx;
use crate::entity::{FunctionId, TemplateId};

/// A guide whose deduction succeeded: a function from the arguments to the class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GuideCandidate {
    /// Its parameters are what the arguments convert to, its return type is the class.
    pub function: FunctionId,
    /// Written by the user, which wins over one made from a constructor ([over.match.best]).
    pub is_user_guide: bool,
    pub is_copy_guide: bool,
    pub is_explicit: bool,
}

impl Cx<'_> {
    /// The candidates for `template(args)`; sema's overload resolution picks one of them. For an
    /// alias template the guides of its class that yield the alias.
    pub fn ctad_candidates(
        &mut self,
        _template: TemplateId,
        _args: &[ArgInfo],
        _span: Span,
    ) -> Vec<GuideCandidate> {
        Vec::new()
    }
}
