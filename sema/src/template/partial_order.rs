//! Partial ordering of function templates and partial specialisations ([temp.func.order],
//! [temp.spec.partial.order]).

use std::cmp::Ordering;

use crate::Cx;
use crate::entity::FunctionId;

impl Cx<'_> {
    /// Which of two template specialisations comes from the more specialised template, for a call
    /// with `arguments` arguments; `Less` when `a` is better, `None` when neither is. Decides by
    /// the constraints too when the templates are otherwise equal ([temp.func.order]/6).
    pub fn more_specialized(
        &mut self,
        _a: FunctionId,
        _b: FunctionId,
        _arguments: usize,
    ) -> Option<Ordering> {
        None
    }

    /// Which of two functions is more constrained ([temp.constr.order]); for non-template
    /// functions with equal parameter types ([over.match.best.general]/2.6).
    pub fn more_constrained(&mut self, _a: FunctionId, _b: FunctionId) -> Option<Ordering> {
        None
    }
}
