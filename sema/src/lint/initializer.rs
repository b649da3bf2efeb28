//! Members that a constructor reads before they are initialised.
//!
//! Members are initialised in the order of their declarations, whatever the order of the initialisers is
//! ([class.base.init]/13).

use lang::base::Diagnostic;

use crate::Cx;
use crate::codes;
use crate::entity::ClassId;
use crate::typed::{ExprId, ExprKind, Initializer, InitializerTarget};

impl Cx<'_> {
    /// Warns of an initialiser that reads a member of the object which is declared behind its own.
    pub(crate) fn warn_of_member_order(&mut self, class: ClassId, inits: &[Initializer]) {
        for init in inits {
            let InitializerTarget::Field(at) = init.target else { continue };
            let parts = self.typed.subexpressions(init.value);
            let read = parts.into_iter().filter_map(|expr| self.field_that_is_read(expr));
            let Some(later) = read.filter(|&index| index > at).min() else { continue };
            let span = self.typed.exprs[init.value].span;
            let is_users = !span.is_none() && !self.unit.sources.in_system_file(span.lo);
            if !is_users || self.is_tentative() || !self.check.warned.insert((codes::REORDER, span))
            {
                continue;
            }
            let fields = &self.entities[class].fields;
            let name = |index: u32| fields.get(index as usize).and_then(|field| field.name);
            let (Some(own), Some(later_name)) = (name(at), name(later)) else { continue };
            let declared = fields[later as usize].span;
            let (own, later) = (self.text(own), self.text(later_name));
            let message = format!(
                "`{own}` is initialised before `{later}`, which its initialiser reads: members are initialised in the order of their declarations"
            );
            let diagnostic = Diagnostic::new(codes::REORDER, span, message)
                .secondary(declared, format!("`{later}` is declared here, behind `{own}`"))
                .help(format!(
                    "declare `{later}` in front of `{own}`, or initialise `{own}` from the parameters"
                ));
            self.report(diagnostic);
        }
    }

    /// The number of the member of `*this` whose value an expression reads.
    fn field_that_is_read(&self, expr: ExprId) -> Option<u32> {
        let ExprKind::Load(place) = self.typed.exprs[expr].kind else { return None };
        let ExprKind::Field { object, index } = self.typed.exprs[place].kind else { return None };
        let ExprKind::Deref(pointer) = self.typed.exprs[object].kind else { return None };
        matches!(self.typed.exprs[pointer].kind, ExprKind::This).then_some(index)
    }
}
