//! *new-expression*s and *delete-expression*s ([expr.new], [expr.delete]).
//!
//! In: the type of the object and the syntax. Out: for `new (p) T(args)` with a pointer, which calls
//! the allocation function that returns its argument ([new.delete.placement]), an object made at
//! that place; any other allocates, which constant evaluations can do and kernels cannot.

use lang::ast;
use lang::base::Span;

use super::expr::Checker;
use super::init::Form;
use super::operand::{BracedList, Check, Operand, Reported};
use crate::Cx;
use crate::codes;
use crate::ty::{ArrayLen, Ty, TyKind};
use crate::typed::{Allocation, ConvertKind, ExprId, ExprKind, HostOnly};

/// What initialises an object of `new`, checked when its type was deduced.
pub(super) enum Given {
    Parenthesized(Vec<Operand>),
    List(BracedList),
}

impl<'a> Checker<'_, 'a> {
    pub(super) fn new_expression(
        &mut self,
        new: &'a ast::NewExpr,
        ty: Ty,
        given: Option<Given>,
        span: Span,
    ) -> Check<ExprId> {
        let object = match *self.types.kind(ty) {
            TyKind::Array(elem, _) => elem,
            _ => ty,
        };
        self.require_allocatable(object, span)?;
        let has_length =
            object == ty || matches!(self.types.kind(ty), TyKind::Array(_, ArrayLen::Known(_)));
        if let [place] = new.placement.as_slice()
            && has_length
        {
            let place = self.value(*place)?;
            if let TyKind::Pointer(_) = self.types.kind(self.typed.exprs[place].ty) {
                return self.emplace(place, ty, (&new.init, given), span);
            }
        }
        let is_given = has_length || !matches!(new.init, ast::Initializer::None);
        // `new T[]{}` makes no element, but for clang and g++ an empty list must be able to make one.
        if !has_length && !self.types.is_dependent(ty) && self.is_empty_list(&new.init) {
            let empty = BracedList { items: Vec::new(), span };
            self.initialize_list(object, empty, Form::Copy, span)?;
        }
        let value = match is_given && !self.types.is_dependent(ty) {
            true => Some(self.given_or_initializer(ty, (&new.init, given), span)?),
            false => None,
        };
        let pointer = self.types.pointer(object);
        let made = self.host_only(HostOnly::New, pointer, span);
        if let Some(value) = value.filter(|_| new.placement.is_empty()) {
            self.typed.allocations.insert(made, Allocation::New { value });
        }
        Ok(made)
    }

    fn is_empty_list(&self, init: &ast::Initializer) -> bool {
        match init {
            ast::Initializer::List(list) => match &self.ast[*list].kind {
                ast::ExprKind::InitList(list) => list.items.is_empty(),
                _ => false,
            },
            _ => false,
        }
    }

    /// Initialises an object of `new` from what is checked already, or else from the syntax.
    fn given_or_initializer(
        &mut self,
        ty: Ty,
        (init, given): (&'a ast::Initializer, Option<Given>),
        span: Span,
    ) -> Check<ExprId> {
        match given {
            Some(Given::Parenthesized(args)) => self.initialize_parenthesized(ty, args, span),
            Some(Given::List(list)) => self.initialize_list(ty, list, Form::Direct, span),
            None => self.initializer(ty, init, span),
        }
    }

    /// The type that `new` makes where a placeholder stands for it ([expr.new]/2), and what it was
    /// deduced from: that is checked once.
    pub(super) fn deduced_new(
        &mut self,
        ty: Ty,
        init: &'a ast::Initializer,
        span: Span,
    ) -> Check<(Ty, Option<Given>)> {
        let template = self.deduced_class(ty);
        if template.is_none() && !self.types.has_placeholder(ty) {
            return Ok((ty, None));
        }
        let given = match init {
            ast::Initializer::Paren { args, .. } => Given::Parenthesized(self.operands(args)?),
            ast::Initializer::List(list) => Given::List(self.list(*list)?),
            ast::Initializer::Copy(_) | ast::Initializer::None => Given::Parenthesized(Vec::new()),
        };
        let ty = match (template, &given) {
            (Some(template), Given::Parenthesized(args)) => {
                self.deduce_class(template, args, Form::Direct, span)?
            }
            (Some(template), Given::List(list)) => {
                self.deduce_class_from_list(template, list, Form::Direct, span)?
            }
            (None, given) => {
                let only = match given {
                    Given::Parenthesized(args) => {
                        args.as_slice().first().filter(|_| args.len() == 1)
                    }
                    Given::List(list) => {
                        list.items.first().filter(|_| list.items.len() == 1).map(|item| &item.value)
                    }
                };
                let Some(arg) = only else {
                    self.error(codes::CANNOT_DEDUCE_AUTO, span, "`new auto` takes one value");
                    return Err(Reported);
                };
                let info = arg.info(self);
                self.deduce_auto(ty, &info, span)
            }
        };
        if self.types.is_error(ty) { Err(Reported) } else { Ok((ty, Some(given))) }
    }

    /// `new T[n]`, also with values for the first elements: an array whose length need not be a constant ([expr.new]/6).
    pub(super) fn new_array(&mut self, new: &'a ast::NewExpr, span: Span) -> Check<Option<ExprId>> {
        let ast::TypeExprKind::Array { element, size: Some(size) } = self.ast[new.ty].kind else {
            return Ok(None);
        };
        if !new.placement.is_empty() {
            return Ok(None);
        }
        // An array of a known length is initialised like any other.
        let scope = self.scope;
        let has_values = match &new.init {
            ast::Initializer::None => false,
            ast::Initializer::Paren { args, .. } => !args.is_empty(),
            ast::Initializer::List(_) => !self.is_empty_list(&new.init),
            ast::Initializer::Copy(_) => true,
        };
        let is_known = |ty: Result<Ty, _>| ty.is_ok_and(|ty| ty != Ty::ERROR);
        if has_values && is_known(self.tentatively(|cx| cx.resolve_type(scope, new.ty))) {
            return Ok(None);
        }
        let given = match &new.init {
            ast::Initializer::None | ast::Initializer::Copy(_) => None,
            ast::Initializer::Paren { args, .. } => {
                Some(Given::Parenthesized(self.operands(args)?))
            }
            ast::Initializer::List(list) => Some(Given::List(self.list(*list)?)),
        };
        // A string initialises an array of characters as a whole.
        let only = match &given {
            Some(Given::Parenthesized(args)) if args.len() == 1 => args.first(),
            Some(Given::List(list)) if list.items.len() == 1 => {
                list.items.first().map(|item| &item.value)
            }
            _ => None,
        };
        if let Some(Operand::Expr(only)) = only
            && let ExprKind::String(_) = self.typed.exprs[*only].kind
        {
            return Ok(None);
        }
        let elem = self.type_of_syntax(element)?;
        self.require_allocatable(elem, span)?;
        // Braces may be left out around elements that are aggregates: then clauses do not count elements.
        if has_values && !self.has_whole_elements(elem, given.as_ref()) {
            return Ok(None);
        }
        let size = Operand::Expr(self.value(size)?);
        let count = self.initialize(Ty::SIZE, size, Form::Copy, span)?;
        let element = match &given {
            None => self.default_initialize(elem, span)?,
            Some(Given::List(_)) => {
                let empty = BracedList { items: Vec::new(), span };
                self.initialize_list(elem, empty, Form::Copy, span)?
            }
            Some(Given::Parenthesized(_)) => self.value_initialize(elem, span)?,
        };
        let given = match given {
            Some(Given::Parenthesized(args)) if !args.is_empty() => {
                let ty = self.types.array(elem, ArrayLen::Known(args.len() as u64));
                Some(self.initialize_parenthesized(ty, args, span)?)
            }
            Some(Given::List(list)) if !list.items.is_empty() => {
                let ty = self.types.array(elem, ArrayLen::Known(list.items.len() as u64));
                Some(self.initialize_list(ty, list, Form::Copy, span)?)
            }
            _ => None,
        };
        let pointer = self.types.pointer(elem);
        let made = self.host_only(HostOnly::New, pointer, span);
        self.typed.allocations.insert(made, Allocation::NewArray { count, given, element });
        Ok(Some(made))
    }

    /// Whether each clause initialises an element: the element is not an aggregate, or is initialised by a list of its own.
    fn has_whole_elements(&mut self, elem: Ty, given: Option<&Given>) -> bool {
        if let Some(class) = self.types.class_of(elem) {
            if !self.special_members(class).aggregate {
                return true;
            }
        } else if self.types.is_scalar(elem) {
            return true;
        }
        match given {
            Some(Given::List(list)) => {
                list.items.iter().all(|item| matches!(item.value, Operand::List(_)))
            }
            Some(Given::Parenthesized(_)) => true,
            None => false,
        }
    }

    pub(super) fn delete_expression(
        &mut self,
        operand: ast::ExprId,
        is_array: bool,
        span: Span,
    ) -> Check<ExprId> {
        let pointer = self.value(operand)?;
        let at = self.typed.exprs[pointer].span;
        let pointer = self.deleted_pointer(pointer, at)?;
        let ty = self.typed.exprs[pointer].ty;
        if let Some(object) = self.types.pointee(ty).filter(|_| !self.types.is_dependent(ty)) {
            let element = self.element_of(object);
            if let Some(class) = self.types.class_of(element)
                && self.is_complete(element, span)
                && let Some(destructor) = self.special_members(class).destructor
            {
                self.check_usable(destructor, span)?;
            }
        }
        let deleted = self.host_only(HostOnly::Delete, Ty::VOID, span);
        self.typed.allocations.insert(deleted, Allocation::Delete { pointer, is_array });
        Ok(deleted)
    }

    /// The operand of `delete`: a pointer to an object, or of a class that converts to one
    /// ([expr.delete]/1).
    fn deleted_pointer(&mut self, operand: ExprId, span: Span) -> Check<ExprId> {
        let is_pointer = |c: &Cx<'_>, ty: Ty| match *c.types.kind(ty) {
            TyKind::Pointer(to) => !c.types.is_void(to) && c.types.function_of(to).is_none(),
            _ => false,
        };
        let ty = self.types.strip_cv(self.typed.exprs[operand].ty);
        if is_pointer(self, ty) || self.types.is_dependent(ty) {
            return Ok(self.load(operand));
        }
        if let Some(class) = self.types.class_of(ty)
            && let Some(target) = self.contextual_target(class, is_pointer, span)
        {
            return self.initialize(target, Operand::Expr(operand), Form::Copy, span);
        }
        if !self.types.is_error(ty) {
            let shown = self.show(ty);
            let message = format!("`delete` needs a pointer to an object, not `{shown}`");
            self.error(codes::INVALID_OPERAND, span, message);
        }
        Err(Reported)
    }

    /// Reports when `new` cannot make an object of the type ([expr.new]/1).
    fn require_allocatable(&mut self, object: Ty, span: Span) -> Check<()> {
        if self.types.is_dependent(object) {
            return Ok(());
        }
        self.is_complete(object, span);
        let what = match *self.types.kind(object) {
            TyKind::LRef(_) | TyKind::RRef(_) => "a reference",
            _ if self.types.function_of(object).is_some() => "a function",
            _ if self.types.is_void(object) => "no type of objects",
            _ => return self.require_concrete(object, span),
        };
        let message = format!("`new` makes objects, and `{}` is {what}", self.show(object));
        self.error(codes::INVALID_OPERAND, span, message);
        Err(Reported)
    }

    /// `new (address) T init` where the address is a pointer.
    fn emplace(
        &mut self,
        address: ExprId,
        ty: Ty,
        init: (&'a ast::Initializer, Option<Given>),
        span: Span,
    ) -> Check<ExprId> {
        let ty = self.types.unqualified(ty);
        let pointer = self.types.pointer(ty);
        let mut address = self.typed_address(address);
        if self.typed.exprs[address].ty != pointer {
            address = self.convert(ConvertKind::PointerToPointer, address, pointer, span);
        }
        let value = self.given_or_initializer(ty, init, span)?;
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
