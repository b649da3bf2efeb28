//! *new-expression*s ([expr.new]).
//!
//! In: the type of the object and the syntax. Out: for `new (p) T(args)` with a pointer, which calls
//! the allocation function that returns its argument ([new.delete.placement]), an object made at
//! that place; any other allocates, which tile code cannot do.

use lang::ast;
use lang::base::Span;

use super::expr::Checker;
use super::operand::Check;
use crate::ty::{ArrayLen, Ty, TyKind};
use crate::typed::{ConvertKind, ExprId, ExprKind, HostOnly};

impl<'a> Checker<'_, 'a> {
    pub(super) fn new_expression(
        &mut self,
        new: &'a ast::NewExpr,
        ty: Ty,
        span: Span,
    ) -> Check<ExprId> {
        let object = match *self.types.kind(ty) {
            TyKind::Array(elem, _) => elem,
            _ => ty,
        };
        let has_length =
            object == ty || matches!(self.types.kind(ty), TyKind::Array(_, ArrayLen::Known(_)));
        if let [place] = new.placement.as_slice()
            && has_length
        {
            let place = self.value(*place)?;
            if let TyKind::Pointer(_) = self.types.kind(self.typed.exprs[place].ty) {
                return self.emplace(place, ty, &new.init, span);
            }
        }
        if object == ty {
            self.initializer(ty, &new.init, span)?;
        }
        let pointer = self.types.pointer(object);
        Ok(self.host_only(HostOnly::New, pointer, span))
    }

    /// `new (address) T init` where the address is a pointer.
    fn emplace(
        &mut self,
        address: ExprId,
        ty: Ty,
        init: &'a ast::Initializer,
        span: Span,
    ) -> Check<ExprId> {
        let ty = self.types.unqualified(ty);
        let pointer = self.types.pointer(ty);
        let mut address = self.typed_address(address);
        if self.typed.exprs[address].ty != pointer {
            address = self.convert(ConvertKind::PointerToPointer, address, pointer, span);
        }
        let value = self.initializer(ty, init, span)?;
        let place = self.typed.lvalue(ExprKind::Deref(address), ty, span);
        let made = self.typed.lvalue(ExprKind::Emplace { place, value }, ty, span);
        // Of an array the address of the first element ([expr.new]/1).
        if let TyKind::Array(element, _) = *self.types.kind(ty) {
            let first = self.types.pointer(element);
            return Ok(self.convert(ConvertKind::ArrayToPointer, made, first, span));
        }
        Ok(self.typed.prvalue(ExprKind::AddressOf(made), pointer, span))
    }

    /// The pointer that was converted to `void*`: where the object is known, so is its type.
    fn typed_address(&self, address: ExprId) -> ExprId {
        let mut at = address;
        while let ExprKind::Convert {
            kind: ConvertKind::PointerToPointer | ConvertKind::NoOp,
            operand,
        } = self.typed.exprs[at].kind
        {
            let TyKind::Pointer(_) = self.types.kind(self.typed.exprs[operand].ty) else { break };
            at = operand;
        }
        at
    }
}
