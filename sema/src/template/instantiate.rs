//! Specialisations: from a template and its arguments to the entity ([temp.spec]).

use lang::base::{Diagnostic, Span};

use crate::Cx;
use crate::entity::{ClassId, FunctionId, TemplateId, VarId};
use crate::ty::{Args, Ty};

impl Cx<'_> {
    /// Arguments as written, converted to the template's parameters: defaults filled in, packs
    /// gathered, values converted ([temp.arg]). `None` after reporting.
    pub fn convert_template_args(
        &mut self,
        _template: TemplateId,
        _args: Args,
        _span: Span,
    ) -> Option<Args> {
        None
    }

    /// The class of converted arguments; not completed. `None` when its constraints do not hold,
    /// after reporting.
    pub fn specialize_class(&mut self, _: TemplateId, _: Args, _: Span) -> Option<ClassId> {
        None
    }

    /// The type that an alias template means for converted arguments.
    pub fn specialize_alias(&mut self, _: TemplateId, _: Args, _: Span) -> Ty {
        Ty::ERROR
    }

    /// The variable of converted arguments.
    pub fn specialize_variable(&mut self, _: TemplateId, _: Args, _: Span) -> Option<VarId> {
        None
    }

    /// The function of converted arguments: constraints checked and the signature substituted, in
    /// the immediate context of the caller.
    pub fn specialize_function(
        &mut self,
        _template: TemplateId,
        _args: Args,
        span: Span,
    ) -> Result<FunctionId, Box<Diagnostic>> {
        Err(Box::new(Diagnostic::new(crate::codes::SUBSTITUTION_FAILED, span, "not yet")))
    }
}
