//! Expressions ([expr]): the dispatcher, and what needs no file of its own.
//!
//! A [`Checker`] walks syntax at a place: a scope, whose chain binds every name and every template
//! parameter, and the function body around it, if there is one. Checks that depend on operands
//! only are in `impl Cx` (conversions, overload resolution, building calls); those that need names
//! are here.

use std::ops::{Deref, DerefMut};

use lang::ast::{self, ExprKind as Syntax, TypeOrExpr};
use lang::base::{Diagnostic, Span};

use super::init::Form;
use super::operand::{BracedList, Check, ListItem, Operand, OverloadSet, Reported};
use super::stmt::Body;
use crate::Cx;
use crate::codes;
use crate::constexpr::value::{Text, Value};
use crate::entity::{Entity, FunctionId};
use crate::scope::ScopeId;
use crate::template::pack::Pattern;
use crate::ty::{ArrayLen, Ty, TyKind};
use crate::typed::{ExprId, ExprKind, HostOnly, ValueCategory};

/// Arguments of one call; [implimits] names 256.
const MAX_OPERANDS: usize = 4096;

/// A place to check syntax at.
pub struct Checker<'c, 'a> {
    pub cx: &'c mut Cx<'a>,
    pub scope: ScopeId,
    /// The function body under check; `None` in signatures and initialisers outside of one.
    pub body: Option<Box<Body>>,
    /// The access context around, restored at the end.
    outer: Option<ScopeId>,
}

impl Drop for Checker<'_, '_> {
    fn drop(&mut self) {
        self.cx.check.context = self.outer;
    }
}

impl<'a> Deref for Checker<'_, 'a> {
    type Target = Cx<'a>;

    fn deref(&self) -> &Cx<'a> {
        self.cx
    }
}

impl<'a> DerefMut for Checker<'_, 'a> {
    fn deref_mut(&mut self) -> &mut Cx<'a> {
        self.cx
    }
}

impl<'c, 'a> Checker<'c, 'a> {
    pub fn new(cx: &'c mut Cx<'a>, scope: ScopeId) -> Checker<'c, 'a> {
        let outer = cx.check.context.replace(scope);
        Checker { cx, scope, body: None, outer }
    }

    /// Runs `check` in another scope.
    pub fn within<T>(&mut self, scope: ScopeId, check: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.scope, scope);
        let context = self.check.context.replace(scope);
        let value = check(self);
        self.check.context = context;
        self.scope = outer;
        value
    }

    /// Runs `check` in a block inside the current scope.
    pub fn in_block<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> T {
        let scope = self.scope;
        let block = self.scopes.block(scope);
        self.within(block, check)
    }

    /// An expression proper: a glvalue or prvalue.
    pub fn expr(&mut self, id: ast::ExprId) -> Check<ExprId> {
        let operand = self.operand(id)?;
        self.designated(operand)
    }

    /// Whether the one function of a set may be named here, which is not called.
    pub(super) fn require_access(&mut self, set: &OverloadSet, function: FunctionId) -> Check<()> {
        let Some(class) = set.naming_class else { return Ok(()) };
        match self.check_function_access(function, class, None, set.span) {
            true => Ok(()),
            false => Err(Reported),
        }
    }

    /// The expression that an operand is, when nothing tells its type.
    pub fn designated(&mut self, operand: Operand) -> Check<ExprId> {
        match operand {
            Operand::Expr(expr) => Ok(expr),
            Operand::List(list) => {
                let message = "a braced list is not an expression, and there is no object here that it could initialise";
                self.error(codes::NOT_AN_EXPRESSION, list.span, message);
                Err(Reported)
            }
            Operand::Overloads(set) => {
                if let Some(function) = self.single_function(&set) {
                    if self.has_object_parameter(function) {
                        let name = self.show_name(set.name);
                        let message =
                            format!("the member function `{name}` is named but not called");
                        self.error(codes::NOT_AN_EXPRESSION, set.span, message);
                        return Err(Reported);
                    }
                    self.check_declared(function)?;
                    self.require_access(&set, function)?;
                    return Ok(self.function_expr(function, set.span));
                }
                if set.entities.is_empty() {
                    let scope = self.scope;
                    self.report_undeclared(scope, set.name, set.span);
                    return Err(Reported);
                }
                let name = self.show_name(set.name);
                let is_hosts = |entity: &Entity| {
                    let span = self.entity_span(entity);
                    span.is_some_and(|span| self.unit.sources.in_foreign_file(span.lo))
                };
                if set.entities.iter().all(is_hosts) {
                    let message =
                        format!("tile code cannot use `{name}`, a function of the host's library");
                    let diagnostic = Diagnostic::new(codes::HOST_CALL, set.span, message);
                    let prints = matches!(name.as_str(), "endl" | "flush" | "ends");
                    let help =
                        prints.then_some("`printf` is the function that prints in tile code");
                    self.report(help.into_iter().fold(diagnostic, Diagnostic::help));
                    return Err(Reported);
                }
                let message = format!(
                    "`{name}` names several functions, and nothing here selects one of them"
                );
                self.error(codes::NOT_AN_EXPRESSION, set.span, message);
                Err(Reported)
            }
        }
    }

    /// The value of an expression: scalars are loaded, arrays and functions decay, class objects
    /// stay as they are.
    pub fn value(&mut self, id: ast::ExprId) -> Check<ExprId> {
        let expr = self.expr(id)?;
        Ok(self.load(expr))
    }

    /// An expression contextually converted to `bool` ([conv.general]/4).
    pub fn condition(&mut self, id: ast::ExprId) -> Check<ExprId> {
        let span = self.ast[id].span;
        if let Syntax::Assign { op: None, op_span, .. } = self.ast[id].kind {
            self.check.lint.assigned_at = Some(op_span);
        }
        let operand = self.operand(id)?;
        self.note_assigned_condition(id, operand.as_expr());
        self.to_bool(operand, span)
    }

    pub fn to_bool(&mut self, operand: Operand, span: Span) -> Check<ExprId> {
        let expr = self.designated(operand)?;
        self.initialize(Ty::BOOL, Operand::Expr(expr), Form::Direct, span)
    }

    /// Checks an unevaluated operand; what it calls is not used.
    pub fn unevaluated<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> T {
        self.check.unevaluated += 1;
        let value = check(self);
        self.check.unevaluated -= 1;
        value
    }

    /// Any operand.
    pub fn operand(&mut self, id: ast::ExprId) -> Check<Operand> {
        let node = &self.ast[id];
        let span = node.span;
        let expr = match &node.kind {
            Syntax::Literal(literal) => self.literal(literal, span)?,
            Syntax::UserLiteral(literal) => self.user_literal(literal, span)?,
            Syntax::Name(name) => return self.name(*name),
            Syntax::This => self.this(span)?,
            Syntax::Paren(inner) => {
                let operand = self.operand(*inner)?;
                // A parenthesised zero is still a literal; the parentheses suppress ADL, which
                // the call itself looks after.
                return Ok(operand);
            }
            Syntax::Unary { op, operand } => match self.unary(*op, *operand, span)? {
                Operand::Expr(expr) => expr,
                overloads => return Ok(overloads),
            },
            Syntax::Binary { op, op_span, lhs, rhs } => {
                self.binary(*op, *op_span, *lhs, *rhs, span)?
            }
            Syntax::Assign { op, op_span, lhs, rhs } => {
                self.assign(*op, *op_span, *lhs, *rhs, span)?
            }
            Syntax::Conditional { cond, then, otherwise } => {
                self.conditional(*cond, *then, *otherwise, span)?
            }
            Syntax::Call { callee, args } => self.call(*callee, args, span)?,
            Syntax::Launch { callee, config, args } => {
                for &part in config.iter().chain(args) {
                    self.operand(part)?;
                }
                self.operand(*callee)?;
                self.host_only(HostOnly::Launch, Ty::VOID, span)
            }
            Syntax::Subscript { object, indices } => self.subscript(*object, indices, span)?,
            Syntax::Member { object, arrow, name } => {
                return self.member(*object, *arrow, *name, span);
            }
            Syntax::InitList(list) => return self.braced_list(list, span),
            Syntax::Construct { ty, init } => self.functional_cast(*ty, init, span)?,
            Syntax::CStyleCast { ty, operand } => {
                let ty = self.type_of_syntax(*ty)?;
                let operand = self.operand(*operand)?;
                self.c_style_cast(ty, operand, span)?
            }
            Syntax::NamedCast { kind, ty, operand } => {
                let ty = self.type_of_syntax(*ty)?;
                let operand = self.operand(*operand)?;
                self.named_cast(*kind, ty, operand, span)?
            }
            Syntax::Sizeof(what) => self.sizeof(*what, span)?,
            Syntax::SizeofPack(pack) => {
                let scope = self.scope;
                let len = self.pack_length(scope, pack.name, pack.span).ok_or(Reported)?;
                self.constant(Value::Int(len.into()), Ty::SIZE, span)
            }
            Syntax::Alignof(what) => self.alignof(*what, span)?,
            Syntax::Typeid(what) => {
                if let TypeOrExpr::Expr(inner) = what {
                    self.unevaluated(|c| c.expr(*inner))?;
                }
                self.host_only(HostOnly::Typeid, Ty::VOID, span)
            }
            Syntax::Noexcept(inner) => {
                let inner = self.unevaluated(|c| c.expr(*inner))?;
                let value = self.is_noexcept(inner);
                self.constant(Value::bool(value), Ty::BOOL, span)
            }
            Syntax::New(new) => match self.new_array(new, span)? {
                Some(made) => made,
                None => {
                    let ty = self.type_of_syntax(new.ty)?;
                    let (ty, given) = self.deduced_new(ty, &new.init, span)?;
                    self.new_expression(new, ty, given, span)?
                }
            },
            Syntax::Delete { operand, array, .. } => {
                self.delete_expression(*operand, *array, span)?
            }
            Syntax::Throw(operand) => {
                if let Some(operand) = operand {
                    self.operand(*operand)?;
                }
                self.host_only(HostOnly::Throw, Ty::VOID, span)
            }
            Syntax::Lambda(lambda) => self.lambda(id, lambda, span)?,
            Syntax::Fold(fold) => self.fold(fold, span)?,
            Syntax::PackExpansion(_) => {
                let message = "`...` is only allowed in a list of arguments or elements";
                self.error(codes::NO_PACK_TO_EXPAND, span, message);
                return Err(Reported);
            }
            Syntax::Requires(_) => {
                let scope = self.scope;
                let holds = self.requires_expr(scope, id).is_ok();
                self.constant(Value::bool(holds), Ty::BOOL, span)
            }
            Syntax::Intrinsic { name, args } => self.builtin(*name, args, span)?,
            Syntax::FunctionName(_) => self.function_name_array(span),
            Syntax::Statement(block) => self.statement_expression(*block, span)?,
            Syntax::Error => return Err(Reported),
        };
        self.note_expr(id, expr);
        Ok(Operand::Expr(expr))
    }

    /// Arguments or elements, expansions expanded.
    pub fn operands(&mut self, list: &[ast::ExprId]) -> Check<Vec<Operand>> {
        let mut operands = Vec::with_capacity(list.len());
        let mut failed = false;
        for &id in list {
            if self.operand_or_pack(id, |_, operand| operands.push(operand)).is_err() {
                failed = true;
            }
            // A call that passes a pack on twice doubles it with each step.
            if operands.len() > MAX_OPERANDS {
                let message = format!("more than {MAX_OPERANDS} arguments");
                let span = self.ast[id].span;
                self.error(codes::PACK_LENGTH, span, message);
                return Err(Reported);
            }
        }
        if failed { Err(Reported) } else { Ok(operands) }
    }

    /// One list element: an operand, or as many as its expansion has.
    fn operand_or_pack(
        &mut self,
        id: ast::ExprId,
        mut add: impl FnMut(&mut Self, Operand),
    ) -> Check<()> {
        match self.ast[id].kind {
            Syntax::PackExpansion(pattern) => {
                let scope = self.scope;
                let len = self.expansion_len(scope, Pattern::Expr(pattern)).ok_or(Reported)?;
                for index in 0..len {
                    let element = self.scopes.expansion(scope, index);
                    let operand = self.within(element, |c| c.operand(pattern))?;
                    add(self, operand);
                }
            }
            _ => {
                let operand = self.operand(id)?;
                add(self, operand);
            }
        }
        Ok(())
    }

    fn braced_list(&mut self, list: &'a ast::InitList, span: Span) -> Check<Operand> {
        let mut items = Vec::with_capacity(list.items.len());
        for item in &list.items {
            let designator = match item.designators.as_slice() {
                [] => None,
                [ast::Designator::Field(ident)] => Some(*ident),
                _ => {
                    let message =
                        "array designators are a C extension: only `.field =` is allowed in C++";
                    self.error(codes::INVALID_DESIGNATOR, span, message);
                    return Err(Reported);
                }
            };
            self.operand_or_pack(item.value, |_, value| {
                items.push(ListItem { designator, value });
            })?;
        }
        Ok(Operand::List(Box::new(BracedList { items, span })))
    }

    /// The braced list that `id`, an [`ast::ExprKind::InitList`], is.
    pub fn list(&mut self, id: ast::ExprId) -> Check<BracedList> {
        match self.operand(id)? {
            Operand::List(list) => Ok(*list),
            Operand::Expr(_) | Operand::Overloads(_) => Err(Reported),
        }
    }

    /// Initialises an object or reference of a known type as a declaration says.
    pub fn initializer(&mut self, ty: Ty, init: &'a ast::Initializer, span: Span) -> Check<ExprId> {
        match init {
            ast::Initializer::None => self.default_initialize(ty, span),
            ast::Initializer::Copy(expr) => {
                let span = self.ast[*expr].span;
                let operand = self.operand(*expr)?;
                self.initialize(ty, operand, Form::Copy, span)
            }
            ast::Initializer::Paren { args, span } => {
                let args = self.operands(args)?;
                self.initialize_parenthesized(ty, args, *span)
            }
            ast::Initializer::List(expr) => {
                let span = self.ast[*expr].span;
                let list = self.list(*expr)?;
                self.initialize_list(ty, list, Form::Direct, span)
            }
        }
    }

    pub fn type_of_syntax(&mut self, ty: ast::TypeExprId) -> Check<Ty> {
        let scope = self.scope;
        let ty = self.resolve_type(scope, ty);
        if self.types.is_error(ty) { Err(Reported) } else { Ok(ty) }
    }

    fn sizeof(&mut self, what: TypeOrExpr, span: Span) -> Check<ExprId> {
        let ty = self.measured_type(what)?;
        let (size, _) = self.measure(ty, span)?;
        Ok(self.constant(Value::Int(size.into()), Ty::SIZE, span))
    }

    fn alignof(&mut self, what: TypeOrExpr, span: Span) -> Check<ExprId> {
        let mut ty = self.measured_type(what)?;
        while let TyKind::Array(elem, _) = *self.types.kind(ty) {
            ty = elem;
        }
        let (_, align) = self.measure(ty, span)?;
        Ok(self.constant(Value::Int(align.into()), Ty::SIZE, span))
    }

    /// The type that `sizeof` speaks of; of a reference, the referent ([expr.sizeof]/2).
    fn measured_type(&mut self, what: TypeOrExpr) -> Check<Ty> {
        let ty = match what {
            TypeOrExpr::Type(ty) => self.type_of_syntax(ty)?,
            TypeOrExpr::Expr(expr) => {
                // A name behind `decltype(e)::` may be a type, which only lookup can tell.
                let scope = self.scope;
                if let Some(ty) = self.type_named_by(scope, expr) {
                    if let ast::ExprKind::Name(name) = self.ast[self.ast.strip_parens(expr)].kind {
                        self.require_typename(scope, name)?;
                    }
                    return Ok(self.types.strip_ref(ty));
                }
                let expr = self.unevaluated(|c| c.expr(expr))?;
                if self.bit_field_width(expr).is_some() {
                    let span = self.typed.exprs[expr].span;
                    self.error(codes::INVALID_OPERAND, span, "`sizeof` of a bit-field");
                    return Err(Reported);
                }
                self.typed.exprs[expr].ty
            }
        };
        Ok(self.types.strip_ref(ty))
    }

    /// The size and the alignment of a type; reports one that has none.
    pub(super) fn measure(&mut self, ty: Ty, span: Span) -> Check<(u64, u64)> {
        if !self.require_complete(ty, span) {
            return Err(Reported);
        }
        match self.layout(ty) {
            Some(layout) => Ok(layout),
            None => {
                let message = format!("`{}` has no size", self.show(ty));
                self.error(codes::INVALID_OPERAND, span, message);
                Err(Reported)
            }
        }
    }

    /// `__func__` and its kin: the name of the function as an array.
    fn function_name_array(&mut self, span: Span) -> ExprId {
        let name = self.function_name(self.scope);
        self.string(name.bytes().map(u32::from), Ty::CHAR, span)
    }

    /// The name of the function around a scope; empty where there is none.
    pub(super) fn function_name(&self, scope: ScopeId) -> String {
        match self.scopes.enclosing_function(scope) {
            Some(function) => self.show_name(self.entities[function].name),
            None => String::new(),
        }
    }

    /// `*this` of the enclosing function as a pointer ([expr.prim.this]).
    pub fn this(&mut self, span: Span) -> Check<ExprId> {
        match self.this_here(span) {
            Some(this) => Ok(this),
            None if self.lacks_this_capture() && self.this_through(span).is_some() => {
                Err(self.report_this_not_captured("`this` is not captured by the lambda", span))
            }
            None => {
                self.error(
                    codes::NO_THIS,
                    span,
                    "invalid use of `this` outside of a non-static member function",
                );
                Err(Reported)
            }
        }
    }

    /// A member is used in a lambda that has not captured its object.
    pub fn report_this_not_captured(&mut self, message: &str, span: Span) -> Reported {
        let diagnostic = Diagnostic::new(codes::INVALID_CAPTURE, span, message)
            .help("capture it: `[this]`, or a copy of the object with `[*this]`");
        self.report(diagnostic);
        Reported
    }

    /// `this`, where there is one. In a lambda it is what the lambda captured, or none, unless nothing is evaluated.
    pub fn this_here(&mut self, span: Span) -> Option<ExprId> {
        self.this_through(span).filter(|_| self.check.unevaluated > 0 || !self.lacks_this_capture())
    }

    /// Whether a lambda is around that has not captured `this`.
    pub fn lacks_this_capture(&self) -> bool {
        let name = self.names.get("this");
        let found = self.scopes.chain(self.scope).find_map(|id| {
            if name.is_some_and(|name| self.scopes[id].locals.all(name).next().is_some()) {
                return Some(false);
            }
            let class = match self.scopes[id].kind {
                crate::scope::ScopeKind::Class(class) => class,
                crate::scope::ScopeKind::Function(function) => {
                    match self.entities[function].owner {
                        crate::entity::Owner::Class(class)
                            if self.entities[class].closure.is_some() =>
                        {
                            return None;
                        }
                        _ => return Some(false),
                    }
                }
                _ => return None,
            };
            Some(self.entities[class].closure.is_some())
        });
        found == Some(true)
    }

    pub fn this_through(&mut self, span: Span) -> Option<ExprId> {
        let scope = self.scope;
        let chain: Vec<ScopeId> = self.scopes.chain(scope).collect();
        let name = self.names.get("this");
        for id in chain {
            let captured = name.and_then(|name| self.scopes[id].locals.all(name).next());
            if let Some(&crate::entity::Entity::Expr(captured)) = captured {
                let mut node = self.typed.exprs[captured].clone();
                node.span = span;
                return Some(self.typed.exprs.push(node));
            }
            match self.scopes[id].kind {
                crate::scope::ScopeKind::Function(function) => {
                    let crate::entity::Owner::Class(class) = self.entities[function].owner else {
                        return None;
                    };
                    if self.entities[class].closure.is_some() {
                        continue;
                    }
                    let is_object = self.has_object_parameter(function)
                        || self.entities[function].kind == crate::entity::FunctionKind::Constructor;
                    if !is_object {
                        return None;
                    }
                    let cv = self
                        .types
                        .function_of(self.entities[function].ty)
                        .map_or(crate::ty::Cv::NONE, |ty| ty.cv);
                    return Some(self.this_pointer(class, cv, span));
                }
                crate::scope::ScopeKind::Class(class) => {
                    if self.entities[class].closure.is_some() {
                        continue;
                    }
                    return Some(self.this_pointer(class, crate::ty::Cv::NONE, span));
                }
                _ => {}
            }
        }
        None
    }
}

/// Small nodes that many checks build.
impl<'a> Cx<'a> {
    pub fn this_pointer(
        &mut self,
        class: crate::entity::ClassId,
        cv: crate::ty::Cv,
        span: Span,
    ) -> ExprId {
        let ty = self.entities[class].ty;
        let ty = self.types.qualified(ty, cv);
        let ty = self.types.pointer(ty);
        self.typed.prvalue(ExprKind::This, ty, span)
    }

    pub fn constant(&mut self, value: Value, ty: Ty, span: Span) -> ExprId {
        self.typed.prvalue(ExprKind::Const(value), ty, span)
    }

    pub fn host_only(&mut self, what: HostOnly, ty: Ty, span: Span) -> ExprId {
        let category = self.result_category(ty);
        let ty = self.types.strip_ref(ty);
        self.typed.expr(ExprKind::HostOnly(what), ty, category, span)
    }

    /// A string literal: an lvalue of an array of constants.
    pub fn string(&mut self, units: impl IntoIterator<Item = u32>, unit: Ty, span: Span) -> ExprId {
        let text = Text::new(units, unit);
        let elem = self.types.add_const(unit);
        let ty = self.types.array(elem, ArrayLen::Known(text.units.len() as u64));
        self.typed.lvalue(ExprKind::String(text), ty, span)
    }

    pub fn function_expr(&mut self, function: crate::entity::FunctionId, span: Span) -> ExprId {
        let ty = self.type_of_function(function, span);
        self.typed.lvalue(ExprKind::Function(function), ty, span)
    }

    /// The object behind a pointer.
    pub fn deref(&mut self, pointer: ExprId, span: Span) -> Check<ExprId> {
        let ty = self.typed.exprs[pointer].ty;
        match self.types.pointee(ty) {
            Some(pointee) => Ok(self.typed.lvalue(ExprKind::Deref(pointer), pointee, span)),
            None => {
                let message = format!("`{}` is not a pointer", self.show(ty));
                self.report(Diagnostic::new(codes::INVALID_OPERAND, span, message));
                Err(Reported)
            }
        }
    }

    /// The type and category of an expression as a type: `T`, `T&` or `T&&`
    /// ([dcl.type.decltype]/1.5).
    pub fn type_with_category(&mut self, expr: ExprId) -> Ty {
        let node = &self.typed.exprs[expr];
        let ty = node.ty;
        match node.category {
            ValueCategory::LValue => self.types.lref(ty),
            ValueCategory::XValue => self.types.rref(ty),
            ValueCategory::PRValue => ty,
        }
    }
}
