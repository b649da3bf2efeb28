//! Addresses of local variables that a function returns: the variable ends with the call, and what is read through the
//! address then is undefined ([basic.stc]/4).

use lang::ast::DeclKind;
use lang::base::{Diagnostic, Span};

use super::{Finding, push};
use crate::Cx;
use crate::codes;
use crate::entity::{FunctionId, FunctionOrigin};
use crate::ty::TyKind;
use crate::typed::{ConvertKind, ExprId, ExprKind, LocalId, StmtId, StmtKind};

/// An object whose lifetime ends with the call.
#[derive(Clone, Copy)]
enum Ended {
    Variable(LocalId),
    Temporary,
}

impl Cx<'_> {
    pub(super) fn find_returned_locals(
        &self,
        function: FunctionId,
        stmts: &[StmtId],
        found: &mut Vec<Finding>,
    ) {
        let ty = self.entities[function].ty;
        let Some(ret) = self.types.function_of(ty).map(|function| function.ret) else { return };
        let is_reference = self.types.is_ref(ret);
        let is_pointer = self.types.pointee(ret).is_some();
        if !is_reference && !is_pointer && self.types.class_of(ret).is_none() {
            return;
        }
        for &stmt in stmts {
            let StmtKind::Return(Some(value)) = self.typed.stmts[stmt].kind else { continue };
            let ended = match () {
                () if is_reference => self.ended_place(value),
                () if is_pointer => self.ended_pointee(value),
                () => self.ended_member(value),
            };
            let Some(ended) = ended else { continue };
            let what = match () {
                () if is_reference => "a reference to",
                () if is_pointer => "the address of",
                () => "an object that refers to",
            };
            let name = match ended {
                Ended::Variable(local) => match self.typed.locals[local].name {
                    Some(name) => format!("the local variable `{}`", self.text(name)),
                    None => continue,
                },
                Ended::Temporary => "a temporary object".to_owned(),
            };
            let message =
                format!("this returns {what} {name}, which does not exist after the call");
            let mut diagnostic =
                Diagnostic::new(codes::RETURNED_LOCAL, self.typed.exprs[value].span, message)
                    .label("dangles in the caller");
            let mut help = "return the value itself, or let the caller pass the object";
            if let Ended::Variable(local) = ended {
                let declared = &self.typed.locals[local];
                diagnostic = diagnostic.secondary(declared.span, "declared here");
                if matches!(self.types.kind(declared.ty), TyKind::Array(..)) {
                    help = "let the caller pass the array, or make a table of constants `static constexpr`";
                }
            }
            if is_reference && let Some(written) = self.written_result(function) {
                diagnostic = diagnostic.secondary(written, "the result is a reference");
                help = "return the value itself, by a return type without `&`, or let the caller pass the object";
            }
            diagnostic = diagnostic.help(help);
            push(found, diagnostic);
        }
    }

    /// The return type in the declaration of a function.
    fn written_result(&self, function: FunctionId) -> Option<Span> {
        let FunctionOrigin::Declared(decl) = self.entities[function].origin else { return None };
        let DeclKind::Function(written) = &self.ast[self.ast.templated(decl)].kind else {
            return None;
        };
        Some(self.ast[written.ty.ret?].span).filter(|span| self.is_users_text(*span))
    }

    /// The object that a reference in an aggregate or in a closure refers to, if its lifetime ends with the call.
    fn ended_member(&self, object: ExprId) -> Option<Ended> {
        let node = &self.typed.exprs[object];
        let ExprKind::Aggregate { elements, .. } = &node.kind else { return None };
        let class = self.types.class_of(node.ty)?;
        let fields = self.entities[class].fields.iter().zip(elements.iter());
        let mut references = fields.filter(|(field, _)| self.types.is_ref(field.ty));
        references.find_map(|(_, &value)| match self.ended_place(value)? {
            variable @ Ended::Variable(_) => Some(variable),
            // A temporary that the member is bound to is reported where it is made.
            Ended::Temporary => None,
        })
    }

    /// The object that a pointer points into, if its lifetime ends with the call.
    fn ended_pointee(&self, pointer: ExprId) -> Option<Ended> {
        match &self.typed.exprs[pointer].kind {
            ExprKind::Convert { kind: ConvertKind::ArrayToPointer, operand } => {
                self.ended_place(*operand)
            }
            ExprKind::Convert {
                kind: ConvertKind::NoOp | ConvertKind::PointerToPointer,
                operand,
            } => self.ended_pointee(*operand),
            ExprKind::AddressOf(place) => self.ended_place(*place),
            ExprKind::PointerOffset { pointer, .. } => self.ended_pointee(*pointer),
            ExprKind::Conditional { then, otherwise, .. } => {
                self.ended_pointee(*then).or_else(|| self.ended_pointee(*otherwise))
            }
            ExprKind::Comma { second, .. } => self.ended_pointee(*second),
            _ => None,
        }
    }

    /// The object that a glvalue designates or is a part of, if its lifetime ends with the call.
    fn ended_place(&self, place: ExprId) -> Option<Ended> {
        match &self.typed.exprs[place].kind {
            ExprKind::Local(local) => {
                let is_object = !self.types.is_ref(self.typed.locals[*local].ty);
                is_object.then_some(Ended::Variable(*local))
            }
            ExprKind::Field { object, index } => {
                let class = self.types.class_of(self.typed.exprs[*object].ty)?;
                let field = self.entities[class].fields.get(*index as usize)?;
                if self.types.is_ref(field.ty) { None } else { self.ended_place(*object) }
            }
            ExprKind::Base { object, .. } => self.ended_place(*object),
            ExprKind::Convert { kind: ConvertKind::NoOp, operand } => self.ended_place(*operand),
            ExprKind::Deref(pointer) => self.ended_pointee(*pointer),
            ExprKind::Materialize(_) => Some(Ended::Temporary),
            ExprKind::Conditional { then, otherwise, .. } => {
                self.ended_place(*then).or_else(|| self.ended_place(*otherwise))
            }
            ExprKind::Comma { second, .. } => self.ended_place(*second),
            _ => None,
        }
    }
}
