//! The end of a function that returns a value, in one specialisation of a template.
//!
//! Branches that `if constexpr` discards leave an end that only some template arguments reach. A call of such a specialisation
//! has no result, whatever the others do, so this finding needs no second one ([stmt.return]/4).

use lang::ast::BodyId;
use lang::base::NoteKind;

use super::Finding;
use crate::Cx;
use crate::codes;
use crate::entity::{BodyState, FunctionId, FunctionKind};
use crate::ty::Ty;
use crate::typed::{StmtId, StmtKind};

impl Cx<'_> {
    /// The type of the value that each call of a function must return.
    pub(super) fn returned_type(&self, function: FunctionId) -> Option<Ty> {
        let entity = &self.entities[function];
        let is_plain = !matches!(entity.kind, FunctionKind::Constructor | FunctionKind::Destructor);
        let ret = self.types.function_of(entity.ty)?.ret;
        let is_value = !self.types.is_void(ret) && !self.types.has_placeholder(ret);
        (is_plain && is_value).then_some(ret)
    }

    /// A missing `return` of the first specialisation that has one.
    pub(super) fn missing_return_of_one(
        &mut self,
        functions: &[FunctionId],
        body: BodyId,
    ) -> Option<Finding> {
        let span = self.ast[body].span;
        functions.iter().find_map(|&function| {
            let BodyState::Checked(checked) = &self.entities[function].body else { return None };
            if self.ends_with_return(checked.body) || self.returned_type(function).is_none() {
                return None;
            }
            let checked = checked.clone();
            let mut found = Vec::new();
            self.find_in_flow(function, &checked, span, &mut found);
            let mut finding =
                found.into_iter().find(|finding| finding.code == codes::MISSING_RETURN)?;
            let entity = &self.entities[function];
            if let Some((template, args)) = entity.template {
                let with = self.show_bindings(template, args);
                if !with.is_empty() {
                    finding.diagnostic = finding.diagnostic.note_at(
                        NoteKind::InstantiatedFrom,
                        entity.span,
                        format!("with {with}"),
                    );
                }
            }
            Some(finding)
        })
    }

    fn ends_with_return(&self, stmt: StmtId) -> bool {
        match &self.typed.stmts[stmt].kind {
            StmtKind::Return(_) => true,
            StmtKind::Block(list) => list.last().is_some_and(|&last| self.ends_with_return(last)),
            _ => false,
        }
    }
}
