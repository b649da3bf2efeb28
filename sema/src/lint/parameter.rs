//! Parameters of kernels that are references: a launch passes the address of an object, and the host's are not in the
//! memory of the GPU.

use lang::base::{Applicability, Diagnostic, Span};

use super::{Finding, push};
use crate::Cx;
use crate::codes;
use crate::entity::FunctionId;
use crate::ty::TyKind;
use crate::typed::FunctionBody;

impl Cx<'_> {
    /// Warns of a kernel's parameters that are references.
    pub(super) fn find_reference_parameters(
        &self,
        function: FunctionId,
        body: &FunctionBody,
        found: &mut Vec<Finding>,
    ) {
        if !self.is_kernel(function) {
            return;
        }
        for &parameter in &body.parameters {
            let local = &self.typed.locals[parameter];
            if !self.types.is_ref(local.ty) {
                continue;
            }
            let Some(name) = local.name.map(|name| self.text(name)) else { continue };
            let message = format!(
                "the parameter `{name}` of a kernel is a reference: a launch passes the address of the host's object, which is not in the memory of the GPU"
            );
            let diagnostic = Diagnostic::new(codes::REFERENCE_PARAMETER, local.span, message);
            let is_read = match *self.types.kind(local.ty) {
                TyKind::LRef(referred) => self.types.cv(referred).is_const(),
                _ => true,
            };
            let sign = self.reference_sign(function, local.span);
            push(
                found,
                match sign.filter(|_| is_read) {
                    Some(at) => diagnostic.fix(
                        "pass the value, without `&`",
                        Applicability::Maybe,
                        at,
                        String::new(),
                    ),
                    None => diagnostic
                        .help("pass a value, or a pointer to memory that the GPU can access"),
                },
            );
        }
    }

    /// The `&` or `&&` in front of the name of a parameter.
    fn reference_sign(&self, function: FunctionId, name: Span) -> Option<Span> {
        let start = self.entities[function].span.lo;
        let before = self.unit.sources.text(Span { lo: start, hi: name.lo });
        let end = before.trim_end();
        let sign = end.trim_end_matches('&');
        let length = |text: &str| u32::try_from(text.len()).ok();
        let (lo, hi) = (start.offset(length(sign)?), start.offset(length(end)?));
        (sign.len() < end.len()).then_some(Span { lo, hi })
    }
}
