//! Members that a constructor reads before they are initialised.
//!
//! Members are initialised in the order of their declarations, whatever the order of the initialisers is
//! ([class.base.init]/13).

use lang::ast::visit::Visitor;
use lang::ast::{self, Initializer};
use lang::base::{Diagnostic, Name};

use super::MentionedNames;
use crate::Cx;
use crate::codes;
use crate::entity::{ClassId, FunctionId};

impl Cx<'_> {
    /// Warns of an initialiser that names a member which is declared behind its own.
    pub(crate) fn warn_of_member_order(
        &mut self,
        class: ClassId,
        constructor: FunctionId,
        inits: &[ast::MemInit],
    ) {
        let index_of = |cx: &Self, name: Name| {
            cx.entities[class].fields.iter().position(|field| field.name == Some(name))
        };
        for init in inits {
            let Some(own) = self.ast.simple_name(init.target) else { continue };
            let Some(at) = index_of(self, own) else { continue };
            let mut mentioned = MentionedNames::default();
            let exprs = match &init.init {
                Initializer::None => &[][..],
                Initializer::Copy(expr) | Initializer::List(expr) => std::slice::from_ref(expr),
                Initializer::Paren { args, .. } => args,
            };
            exprs.iter().for_each(|&expr| mentioned.visit_expr(self.ast, expr));
            let params = &self.entities[constructor].params;
            let is_parameter =
                |name: Name| params.iter().any(|param| param.name.is_some_and(|it| it == name));
            let later = mentioned
                .0
                .iter()
                .filter(|&&name| !is_parameter(name))
                .filter_map(|&name| Some((index_of(self, name)?, name)))
                .filter(|&(index, name)| {
                    // A later member without an initialiser of its own may have a constructor, which no order helps.
                    index > at
                        && inits
                            .iter()
                            .any(|other| self.ast.simple_name(other.target) == Some(name))
                })
                .min();
            let Some((index, later)) = later else { continue };
            let is_users = !self.unit.sources.in_system_file(init.span.lo);
            if !is_users
                || self.is_tentative()
                || !self.check.warned.insert((codes::REORDER, init.span))
            {
                continue;
            }
            let (own, later) = (self.text(own), self.text(later));
            let message = format!(
                "`{own}` is initialised before `{later}`, which its initialiser reads: members are initialised in the order of their declarations"
            );
            let declared = self.entities[class].fields[index].span;
            let diagnostic = Diagnostic::new(codes::REORDER, init.span, message)
                .secondary(declared, format!("`{later}` is declared here, behind `{own}`"))
                .help(format!("declare `{later}` in front of `{own}`, or initialise `{own}` from the parameters"));
            self.report(diagnostic);
        }
    }
}
