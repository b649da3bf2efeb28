//! Declarations in blocks: variables ([dcl.stc], [dcl.init]), structured bindings
//! ([dcl.struct.bind]), range-based `for` ([stmt.ranged]).

use lang::ast::{self, DeclKind, SpecFlags};
use lang::base::{Diagnostic, Name, Span};

use super::expr::Checker;
use super::init::Form;
use super::operand::{Check, Operand, OverloadSet, Reported};
use crate::Cx;
use crate::codes;
use crate::constexpr::value::Value;
use crate::entity::{DeclName, Entity, Owner, Variable, VariableState};
use crate::lookup::Wanted;
use crate::ty::{ArrayLen, AutoKind, TemplateArg, Ty, TyKind};
use crate::typed::{ExprId, ExprKind, LocalId, Loop, StmtId, StmtKind, Unroll, ValueCategory};

impl<'a> Checker<'_, 'a> {
    pub fn local_declaration(&mut self, id: ast::DeclId, out: &mut Vec<StmtId>) -> Check<()> {
        let decl = &self.ast[id];
        match &decl.kind {
            DeclKind::Variable(variable) => self.local_variable(id, variable, out),
            DeclKind::StructuredBinding(binding) => {
                self.structured_binding(binding, decl.span, out)
            }
            DeclKind::Error => Err(Reported),
            DeclKind::Asm(_) => {
                let expr = self.host_only(crate::typed::HostOnly::Asm, Ty::VOID, decl.span);
                let kind = StmtKind::Expr { expr, hints: Default::default() };
                let stmt = self.made_stmt(kind, decl.span);
                out.push(stmt);
                Ok(())
            }
            _ => {
                let scope = self.scope;
                self.declare_local(scope, id);
                Ok(())
            }
        }
    }

    fn local_variable(
        &mut self,
        id: ast::DeclId,
        variable: &'a ast::VariableDecl,
        out: &mut Vec<StmtId>,
    ) -> Check<()> {
        let span = self.ast[variable.name].span;
        let Some(name) = self.ast.simple_name(variable.name) else { return Err(Reported) };
        let flags = variable.specs.flags;
        if flags.has(SpecFlags::EXTERN) {
            let message = "a variable of another place cannot be declared in a function here";
            self.error(codes::UNSUPPORTED, span, message);
            return Err(Reported);
        }
        if flags.has(SpecFlags::STATIC) || flags.has(SpecFlags::THREAD_LOCAL) {
            return self.static_local(id, variable, name, span);
        }
        let scope = self.scope;
        let declared = self.resolve_type(scope, variable.ty);
        let declared = match flags.has(SpecFlags::CONSTEXPR) {
            true => self.types.add_const(declared),
            false => declared,
        };
        let made = match self.types.is_error(declared) {
            true => Err(Reported),
            false => self.initialize_declared(declared, &variable.init, span),
        };
        let (ty, init) = match made {
            Ok(made) => made,
            Err(Reported) => {
                // The name is known all the same: its uses have nothing to say about this.
                let local = self.typed.local(Some(name), Ty::ERROR, span);
                self.scopes.declare(scope, name, Entity::Local(local));
                return Err(Reported);
            }
        };
        let local = self.typed.local(Some(name), ty, span);
        self.scopes.declare(scope, name, Entity::Local(local));
        self.note_constant(local, init, flags.has(SpecFlags::CONSTEXPR))?;
        let stmt = self.made_stmt(StmtKind::Local { local, init }, span);
        out.push(stmt);
        Ok(())
    }

    /// Remembers the value of a variable that is usable in constant expressions
    /// ([expr.const]/3).
    fn note_constant(&mut self, local: LocalId, init: ExprId, is_constexpr: bool) -> Check<()> {
        let ty = self.typed.locals[local].ty;
        let is_reference = self.types.is_ref(ty);
        let cv = self.types.cv(ty);
        let is_integral = self.types.is_integral(ty) || self.types.enum_of(ty).is_some();
        if is_constexpr {
            match crate::constexpr::evaluate(self, init) {
                Ok(value) => self.typed.locals[local].constant = Some(value),
                Err(why) => {
                    self.report(*why);
                    return Err(Reported);
                }
            }
        } else if !is_reference && cv.is_const() && !cv.is_volatile() && is_integral {
            self.typed.locals[local].constant = self.constant_of(init);
        }
        Ok(())
    }

    /// A variable with static storage that only this block names.
    fn static_local(
        &mut self,
        decl: ast::DeclId,
        variable: &'a ast::VariableDecl,
        name: Name,
        span: Span,
    ) -> Check<()> {
        let scope = self.scope;
        let order = self
            .scopes
            .enclosing_namespace(scope)
            .map_or(crate::scope::Order::END, |(_, order)| order);
        let var = self.entities.vars.push(Variable {
            name,
            owner: Owner::Function,
            decl,
            scope,
            ty: Ty::ERROR,
            template: None,
            spaces: variable.specs.spaces,
            is_constexpr: variable.specs.flags.has(SpecFlags::CONSTEXPR),
            is_static: true,
            is_local: true,
            state: VariableState::Unresolved,
            value: None,
            access: ast::Access::Public,
            order,
            span,
        });
        self.scopes.declare(scope, name, Entity::Variable(var));
        let ty = self.variable_type(var, span);
        if self.types.is_error(ty) {
            return Err(Reported);
        }
        self.check_initializer(var, span);
        Ok(())
    }

    /// The type and initialiser of a variable declared with a type that may hold a placeholder.
    pub fn initialize_declared(
        &mut self,
        declared: Ty,
        init: &'a ast::Initializer,
        span: Span,
    ) -> Check<(Ty, ExprId)> {
        if self.types.is_error(declared) {
            return Err(Reported);
        }
        if let Some(template) = self.deduced_class(declared) {
            return self.initialize_deduced_class(declared, template, init, span);
        }
        if self.types.has_placeholder(declared) {
            return self.initialize_auto(declared, init, span);
        }
        let value = self.initializer(declared, init, span)?;
        let ty = self.completed_array(declared, value);
        if !self.types.is_ref(ty) && !self.require_complete(ty, span) {
            return Err(Reported);
        }
        Ok((ty, value))
    }

    /// `T a[] = ...` has the bound of its initialiser ([dcl.array]).
    fn completed_array(&mut self, declared: Ty, value: ExprId) -> Ty {
        let TyKind::Array(elem, ArrayLen::Unknown) = *self.types.kind(declared) else {
            return declared;
        };
        match self.types.kind(self.typed.exprs[value].ty) {
            TyKind::Array(_, len) => {
                let len = len.clone();
                self.types.array(elem, len)
            }
            _ => declared,
        }
    }

    /// `auto x = e`, `auto& x = e`, `decltype(auto) x = e` ([dcl.type.auto.deduct])
    fn initialize_auto(
        &mut self,
        declared: Ty,
        init: &'a ast::Initializer,
        span: Span,
    ) -> Check<(Ty, ExprId)> {
        let (id, form) = match init {
            ast::Initializer::None => {
                let message = "`auto` needs an initialiser to deduce its type from";
                self.error(codes::CANNOT_DEDUCE_AUTO, span, message);
                return Err(Reported);
            }
            ast::Initializer::Copy(expr) => (*expr, Form::Copy),
            ast::Initializer::Paren { args, .. } => match args.as_slice() {
                [only] => (*only, Form::Direct),
                _ => {
                    let message = "`auto` is deduced from one value";
                    self.error(codes::CANNOT_DEDUCE_AUTO, span, message);
                    return Err(Reported);
                }
            },
            // `auto x{e}` is `auto x(e)`.
            ast::Initializer::List(expr) => match &self.ast[*expr].kind {
                ast::ExprKind::InitList(list) if list.items.len() == 1 => {
                    (list.items[0].value, Form::Direct)
                }
                _ => {
                    let message = "`auto` is deduced from one value";
                    self.error(codes::CANNOT_DEDUCE_AUTO, span, message);
                    return Err(Reported);
                }
            },
        };
        let at = self.ast[id].span;
        let operand = self.operand(id)?;
        let operand = match operand {
            Operand::Overloads(set) => Operand::Expr(self.designated(Operand::Overloads(set))?),
            operand => operand,
        };
        let ty = match self.types.kind(declared) {
            TyKind::Auto { kind: AutoKind::DecltypeAuto, .. } => {
                let scope = self.scope;
                self.decltype_of(scope, id)?
            }
            _ => {
                let info = operand.info(self);
                self.deduce_auto(declared, &info, at)
            }
        };
        if self.types.is_error(ty) {
            return Err(Reported);
        }
        let value = self.initialize(ty, operand, form, at)?;
        Ok((ty, value))
    }

    /// `ct::tile x = e`, `extents e{1, 2}`
    fn initialize_deduced_class(
        &mut self,
        declared: Ty,
        template: crate::entity::TemplateId,
        init: &'a ast::Initializer,
        span: Span,
    ) -> Check<(Ty, ExprId)> {
        let cv = self.types.cv(declared);
        let (ty, value) = match init {
            ast::Initializer::None => {
                let ty = self.deduce_class(template, &[], Form::Direct, span)?;
                (ty, self.default_initialize(ty, span)?)
            }
            ast::Initializer::Copy(expr) => {
                let at = self.ast[*expr].span;
                match self.operand(*expr)? {
                    Operand::List(list) => {
                        let ty = self.deduce_class_from_list(template, &list, at)?;
                        (ty, self.initialize_list(ty, *list, Form::Copy, at)?)
                    }
                    operand => {
                        let args = [operand];
                        let ty = self.deduce_class(template, &args, Form::Copy, at)?;
                        let [operand] = args;
                        (ty, self.initialize(ty, operand, Form::Copy, at)?)
                    }
                }
            }
            ast::Initializer::Paren { args, span } => {
                let args = self.operands(args)?;
                let ty = self.deduce_class(template, &args, Form::Direct, *span)?;
                (ty, self.initialize_parenthesized(ty, args, *span)?)
            }
            ast::Initializer::List(expr) => {
                let at = self.ast[*expr].span;
                let list = self.list(*expr)?;
                let ty = self.deduce_class_from_list(template, &list, at)?;
                (ty, self.initialize_list(ty, list, Form::Direct, at)?)
            }
        };
        Ok((self.types.qualified(ty, cv), value))
    }

    /// `auto [a, b] = e;`
    fn structured_binding(
        &mut self,
        binding: &'a ast::StructuredBinding,
        span: Span,
        out: &mut Vec<StmtId>,
    ) -> Check<()> {
        let scope = self.scope;
        let declared = self.resolve_type(scope, binding.ty);
        let made = self.binding_object(declared, &binding.init, span);
        let (ty, init) = match made {
            Ok(made) => made,
            Err(Reported) => {
                self.declare_failed_bindings(binding);
                return Err(Reported);
            }
        };
        self.bind_names(binding, ty, init, span, out)
    }

    fn declare_failed_bindings(&mut self, binding: &'a ast::StructuredBinding) {
        for &id in &binding.bindings {
            if let DeclKind::Binding(ident) = self.ast[id].kind {
                let scope = self.scope;
                self.scopes.declare(scope, ident.name, Entity::Error);
            }
        }
    }

    /// The hidden object: an array is copied element by element ([dcl.struct.bind]/1).
    fn binding_object(
        &mut self,
        declared: Ty,
        init: &'a ast::Initializer,
        span: Span,
    ) -> Check<(Ty, ExprId)> {
        if !self.types.is_ref(declared)
            && let ast::Initializer::Copy(expr) = init
        {
            let expr = self.expr(*expr)?;
            let ty = self.typed.exprs[expr].ty;
            if let TyKind::Array(..) = self.types.kind(ty) {
                let cv = self.types.cv(declared);
                let value = self.types.unqualified(ty);
                let ty = self.types.qualified(value, cv);
                let init = self.typed.prvalue(ExprKind::Load(expr), value, span);
                return Ok((ty, init));
            }
            let operand = Operand::Expr(expr);
            let info = operand.info(self);
            let ty = self.deduce_auto(declared, &info, span);
            if self.types.is_error(ty) {
                return Err(Reported);
            }
            let init = self.initialize(ty, operand, Form::Copy, span)?;
            return Ok((ty, init));
        }
        self.initialize_declared(declared, init, span)
    }

    /// Declares the hidden object and what its parts are called.
    fn bind_names(
        &mut self,
        binding: &'a ast::StructuredBinding,
        ty: Ty,
        init: ExprId,
        span: Span,
        out: &mut Vec<StmtId>,
    ) -> Check<()> {
        let local = self.typed.local(None, ty, span);
        let stmt = self.made_stmt(StmtKind::Local { local, init }, span);
        out.push(stmt);
        if binding.specs.flags.has(SpecFlags::CONSTEXPR) {
            self.note_constant(local, init, true)?;
        }
        let object_ty = self.types.strip_ref(ty);
        let object = self.typed.lvalue(ExprKind::Local(local), object_ty, span);
        let names: Vec<ast::Ident> = binding
            .bindings
            .iter()
            .filter_map(|&id| match self.ast[id].kind {
                DeclKind::Binding(ident) => Some(ident),
                _ => None,
            })
            .collect();
        let category = match self.types.kind(ty) {
            TyKind::RRef(_) => ValueCategory::XValue,
            TyKind::LRef(_) => ValueCategory::LValue,
            _ => ValueCategory::XValue,
        };
        let parts = match *self.types.kind(object_ty) {
            TyKind::Array(elem, ArrayLen::Known(len)) => {
                self.check_binding_count(&names, len, span)?;
                self.array_parts(object, elem, len, span)?
            }
            _ => match self.types.class_of(object_ty) {
                Some(_) => match self.tuple_size(object_ty, span)? {
                    Some(len) => {
                        self.check_binding_count(&names, len, span)?;
                        self.tuple_parts(object, object_ty, category, len, span, out)?
                    }
                    None => self.field_parts(object, &names, span)?,
                },
                None => {
                    let message = format!(
                        "`{}` has no parts that names could be bound to",
                        self.show(object_ty)
                    );
                    self.error(codes::INVALID_BINDING, span, message);
                    self.declare_failed_bindings(binding);
                    return Err(Reported);
                }
            },
        };
        let scope = self.scope;
        for (ident, part) in names.iter().zip(parts) {
            self.typed.exprs[part].span = ident.span;
            self.scopes.declare(scope, ident.name, Entity::Expr(part));
        }
        Ok(())
    }

    fn check_binding_count(&mut self, names: &[ast::Ident], len: u64, span: Span) -> Check<()> {
        if names.len() as u64 == len {
            return Ok(());
        }
        let message = format!("{} names are bound to {len} parts", names.len());
        self.error(codes::INVALID_BINDING, span, message);
        let scope = self.scope;
        for ident in names {
            self.scopes.declare(scope, ident.name, Entity::Error);
        }
        Err(Reported)
    }

    fn array_parts(
        &mut self,
        object: ExprId,
        elem: Ty,
        len: u64,
        span: Span,
    ) -> Check<Vec<ExprId>> {
        let _ = elem;
        (0..len)
            .map(|index| {
                let index = self.constant(Value::Int(index.into()), Ty::SIZE, span);
                self.builtin_subscript(object, index, span)
            })
            .collect()
    }

    /// [dcl.struct.bind]/5: all fields of one class of the hierarchy.
    fn field_parts(
        &mut self,
        object: ExprId,
        names: &[ast::Ident],
        span: Span,
    ) -> Check<Vec<ExprId>> {
        let ty = self.typed.exprs[object].ty;
        if !self.require_complete(ty, span) {
            return Err(Reported);
        }
        let Some(mut class) = self.types.class_of(ty) else { return Err(Reported) };
        while self.entities[class].fields.is_empty() {
            let bases = &self.entities[class].bases;
            let mut with_fields = bases.iter().map(|base| base.class);
            match with_fields.next() {
                Some(base) => class = base,
                None => break,
            }
        }
        let indices: Vec<u32> = (0..self.entities[class].fields.len() as u32)
            .filter(|&index| {
                let field = &self.entities[class].fields[index as usize];
                !(field.name.is_none() && field.bit_width.is_some())
            })
            .collect();
        self.check_binding_count(names, indices.len() as u64, span)?;
        indices.into_iter().map(|index| self.field(object, class, index, span)).collect()
    }

    /// `std::tuple_size<T>::value`, when T is tuple-like ([dcl.struct.bind]/4).
    fn tuple_size(&mut self, ty: Ty, span: Span) -> Check<Option<u64>> {
        let plain = self.types.unqualified(ty);
        let args = vec![TemplateArg::Type(plain)];
        let Some(class) = self.std_class("tuple_size", args, span) else { return Ok(None) };
        if !self.complete_class(class, span) {
            return Ok(None);
        }
        let Some(name) = self.names.get("value") else { return Ok(None) };
        let found = self.lookup_member(class, DeclName::Identifier(name));
        match found.single() {
            Some(&Entity::Variable(var)) => {
                self.variable_type(var, span);
                match self.constant_value(var) {
                    Some(Value::Int(len)) => Ok(u64::try_from(len).ok()),
                    _ => Err(Reported),
                }
            }
            _ => Ok(None),
        }
    }

    /// A specialisation of a class template in `std`; `None` when there is no such template.
    fn std_class(
        &mut self,
        name: &str,
        args: Vec<TemplateArg>,
        span: Span,
    ) -> Option<crate::entity::ClassId> {
        let std = DeclName::Identifier(self.names.get("std")?);
        let order = crate::scope::Order::END;
        let global = self.global;
        let ns = self.lookup_in_namespace(global, order, std, Wanted::Any);
        let Some(&Entity::Namespace(ns)) = ns.single() else { return None };
        let name = DeclName::Identifier(self.names.get(name)?);
        let found = self.lookup_in_namespace(ns, order, name, Wanted::Any);
        let Some(&Entity::Template(template)) = found.single() else { return None };
        let args = self.types.args(args);
        let args = self.convert_template_args(template, args, span)?;
        self.specialize_class(template, args, span)
    }

    /// Each part is a hidden reference to what `get<i>` returns.
    fn tuple_parts(
        &mut self,
        object: ExprId,
        ty: Ty,
        category: ValueCategory,
        len: u64,
        span: Span,
        out: &mut Vec<StmtId>,
    ) -> Check<Vec<ExprId>> {
        let Some(get) = self.names.get("get") else { return Err(Reported) };
        let name = DeclName::Identifier(get);
        let class = self.types.class_of(ty).ok_or(Reported)?;
        let members = self.lookup_member(class, name);
        let has_member_template =
            members.entities.iter().any(|entity| matches!(entity, Entity::Template(_)));
        let mut parts = Vec::new();
        for index in 0..len {
            let mut node = self.typed.exprs[object].clone();
            node.category = category;
            let part = self.typed.exprs.push(node);
            let arg = TemplateArg::Value(Value::Int(index.into()), Ty::SIZE);
            let args = Some(self.types.args(vec![arg]));
            let set = OverloadSet {
                entities: if has_member_template {
                    members.entities.clone()
                } else {
                    Default::default()
                },
                args,
                name,
                span,
                object: has_member_template.then_some(part),
                naming_class: has_member_template.then_some(class),
                adl: !has_member_template,
                is_qualified: false,
            };
            let operands = if has_member_template { Vec::new() } else { vec![Operand::Expr(part)] };
            let value = self.call_overloads(set, operands, span)?;
            let node = &self.typed.exprs[value];
            let (value_ty, value_category) = (node.ty, node.category);
            let reference = match value_category {
                ValueCategory::LValue => self.types.lref(value_ty),
                ValueCategory::XValue | ValueCategory::PRValue => self.types.rref(value_ty),
            };
            let init = self.initialize(reference, Operand::Expr(value), Form::Copy, span)?;
            let local = self.typed.local(None, reference, span);
            let stmt = self.made_stmt(StmtKind::Local { local, init }, span);
            out.push(stmt);
            parts.push(self.typed.lvalue(ExprKind::Local(local), value_ty, span));
        }
        Ok(parts)
    }

    /// `for (init; decl : range) body`
    pub fn range_for(
        &mut self,
        range: &'a ast::RangeFor,
        unroll: Unroll,
        span: Span,
    ) -> Check<StmtId> {
        let scope = self.scope;
        let block = self.scopes.block(scope);
        self.within(block, |c| {
            let mut list = Vec::new();
            if let Some(init) = range.init {
                c.statement(init, &mut list);
            }
            let at = c.ast[range.range].span;
            let object = match c.range_object(range.range, at, &mut list) {
                Ok(object) => object,
                Err(Reported) => {
                    c.declare_failed_element(range.decl);
                    c.loop_body(range.body);
                    return Err(Reported);
                }
            };
            let bounds = c.range_bounds(object, at, &mut list);
            let (begin, end) = match bounds {
                Ok(bounds) => bounds,
                Err(Reported) => {
                    c.declare_failed_element(range.decl);
                    c.loop_body(range.body);
                    return Err(Reported);
                }
            };
            let scope = c.scope;
            let condition = {
                let (lhs, rhs) = (c.local_expr(begin, at), c.local_expr(end, at));
                let (lhs, rhs) = (Operand::Expr(lhs), Operand::Expr(rhs));
                let test = c.binary_operands(ast::BinaryOp::NotEqual, at, lhs, rhs, at)?;
                c.to_bool(Operand::Expr(test), at)?
            };
            let step = {
                let it = c.local_expr(begin, at);
                c.increment_expr(it, at)?
            };
            let element_scope = c.scopes.block(scope);
            let (prologue, body) = c.within(element_scope, |c| {
                let mut prologue = Vec::new();
                let it = c.local_expr(begin, at);
                let element = c.deref_expr(it, at);
                let declared =
                    element.and_then(|element| c.range_element(range.decl, element, &mut prologue));
                if declared.is_err() {
                    c.declare_failed_element(range.decl);
                }
                let body = c.loop_body(range.body);
                declared.map(|()| (prologue, body))
            })?;
            let node = Loop {
                condition: Some(condition),
                test_at_end: false,
                step: Some(step),
                body,
                prologue: prologue.into(),
                unroll,
            };
            let stmt = c.made_stmt(StmtKind::Loop(node), span);
            list.push(stmt);
            Ok(c.block(list, span))
        })
    }

    fn declare_failed_element(&mut self, decl: ast::DeclId) {
        let scope = self.scope;
        match &self.ast[decl].kind {
            DeclKind::Variable(variable) => {
                if let Some(name) = self.ast.simple_name(variable.name) {
                    self.scopes.declare(scope, name, Entity::Error);
                }
            }
            DeclKind::StructuredBinding(binding) => self.declare_failed_bindings(binding),
            _ => {}
        }
    }

    pub fn local_expr(&mut self, local: LocalId, span: Span) -> ExprId {
        let ty = self.types.strip_ref(self.typed.locals[local].ty);
        self.typed.lvalue(ExprKind::Local(local), ty, span)
    }

    /// `auto&& range = e;`
    fn range_object(
        &mut self,
        id: ast::ExprId,
        span: Span,
        list: &mut Vec<StmtId>,
    ) -> Check<ExprId> {
        let operand = self.operand(id)?;
        if let Operand::List(_) = operand {
            let message = "loop over an array or `std::initializer_list` variable instead";
            self.error(codes::UNSUPPORTED, span, message);
            return Err(Reported);
        }
        let expr = self.designated(operand)?;
        let ty = self.typed.exprs[expr].ty;
        if !self.require_complete(ty, span) {
            return Err(Reported);
        }
        let category = self.typed.exprs[expr].category;
        let (local_ty, init) = match category {
            ValueCategory::LValue => (self.types.lref(ty), expr),
            ValueCategory::XValue => (self.types.rref(ty), expr),
            // The temporary lives as long as the loop.
            ValueCategory::PRValue => (self.types.rref(ty), self.temporary(expr, ty, span)),
        };
        let local = self.typed.local(None, local_ty, span);
        let stmt = self.made_stmt(StmtKind::Local { local, init }, span);
        list.push(stmt);
        Ok(self.typed.lvalue(ExprKind::Local(local), ty, span))
    }

    /// [stmt.ranged]/1.3: the bounds of an array, member or non-member `begin` and `end`.
    fn range_bounds(
        &mut self,
        object: ExprId,
        span: Span,
        list: &mut Vec<StmtId>,
    ) -> Check<(LocalId, LocalId)> {
        let ty = self.typed.exprs[object].ty;
        if let TyKind::Array(_, len) = self.types.kind(ty) {
            let ArrayLen::Known(len) = *len else {
                self.error(codes::INVALID_OPERAND, span, "the array has no bound to loop to");
                return Err(Reported);
            };
            let begin = self.load(object);
            let pointer = self.load(object);
            let index = self.constant(Value::Int(len.into()), Ty::PTRDIFF, span);
            let pointer_ty = self.typed.exprs[pointer].ty;
            let kind = ExprKind::PointerOffset { pointer, index, subtract: false };
            let end = self.typed.prvalue(kind, pointer_ty, span);
            return Ok((
                self.hidden_local(begin, span, list)?,
                self.hidden_local(end, span, list)?,
            ));
        }
        let begin = self.bound_call(object, "begin", span)?;
        let end = self.bound_call(object, "end", span)?;
        Ok((self.hidden_local(begin, span, list)?, self.hidden_local(end, span, list)?))
    }

    /// A hidden variable that holds a value.
    fn hidden_local(
        &mut self,
        value: ExprId,
        span: Span,
        list: &mut Vec<StmtId>,
    ) -> Check<LocalId> {
        let ty = self.typed.exprs[value].ty;
        let ty = self.types.decay(ty);
        let init = self.initialize(ty, Operand::Expr(value), Form::Copy, span)?;
        let local = self.typed.local(None, ty, span);
        let stmt = self.made_stmt(StmtKind::Local { local, init }, span);
        list.push(stmt);
        Ok(local)
    }

    fn bound_call(&mut self, object: ExprId, name: &str, span: Span) -> Check<ExprId> {
        let ty = self.typed.exprs[object].ty;
        let key = self.names.get(name).map(DeclName::Identifier);
        let Some(key) = key else { return self.no_range(ty, span) };
        if let Some(class) = self.types.class_of(ty) {
            let found = self.lookup_member(class, key);
            if !found.is_empty() {
                let set = OverloadSet {
                    entities: found.entities,
                    args: None,
                    name: key,
                    span,
                    object: Some(object),
                    naming_class: Some(class),
                    adl: false,
                    is_qualified: false,
                };
                return self.call_overloads(set, Vec::new(), span);
            }
        }
        let found = self.lookup_adl(key, &[ty]);
        if found.is_empty() {
            return self.no_range(ty, span);
        }
        let set = OverloadSet {
            entities: found.entities,
            args: None,
            name: key,
            span,
            object: None,
            naming_class: None,
            adl: false,
            is_qualified: false,
        };
        self.call_overloads(set, vec![Operand::Expr(object)], span)
    }

    fn no_range(&mut self, ty: Ty, span: Span) -> Check<ExprId> {
        if !self.types.is_error(ty) {
            let message = format!("`{}` is no range to loop over", self.show(ty));
            let mut diagnostic = Diagnostic::new(codes::INVALID_OPERAND, span, message)
                .label("has no `begin` and `end`");
            if self.types.is_integral(ty) {
                let text = self.unit.sources.text(span).to_owned();
                diagnostic = diagnostic.help(format!("count with `ct::irange(0, {text})`"));
            }
            self.report(diagnostic);
        }
        Err(Reported)
    }

    fn increment_expr(&mut self, it: ExprId, span: Span) -> Check<ExprId> {
        match self.unary_expr(ast::UnaryOp::PreIncrement, it, span)? {
            Operand::Expr(expr) => Ok(expr),
            Operand::List(_) | Operand::Overloads(_) => Err(Reported),
        }
    }

    fn deref_expr(&mut self, it: ExprId, span: Span) -> Check<ExprId> {
        match self.unary_expr(ast::UnaryOp::Deref, it, span)? {
            Operand::Expr(expr) => Ok(expr),
            Operand::List(_) | Operand::Overloads(_) => Err(Reported),
        }
    }

    /// The element of a round.
    fn range_element(
        &mut self,
        decl: ast::DeclId,
        element: ExprId,
        prologue: &mut Vec<StmtId>,
    ) -> Check<()> {
        let scope = self.scope;
        match &self.ast[decl].kind {
            DeclKind::Variable(variable) => {
                let span = self.ast[variable.name].span;
                let name = self.ast.simple_name(variable.name).ok_or(Reported)?;
                let declared = self.resolve_type(scope, variable.ty);
                let (ty, init) = self.element_value(declared, element, span)?;
                let local = self.typed.local(Some(name), ty, span);
                self.scopes.declare(scope, name, Entity::Local(local));
                let stmt = self.made_stmt(StmtKind::Local { local, init }, span);
                prologue.push(stmt);
                Ok(())
            }
            DeclKind::StructuredBinding(binding) => {
                let span = self.ast[decl].span;
                let declared = self.resolve_type(scope, binding.ty);
                let (ty, init) = self.element_value(declared, element, span)?;
                self.bind_names(binding, ty, init, span, prologue)
            }
            _ => Err(Reported),
        }
    }

    fn element_value(&mut self, declared: Ty, element: ExprId, span: Span) -> Check<(Ty, ExprId)> {
        if self.types.is_error(declared) {
            return Err(Reported);
        }
        let operand = Operand::Expr(element);
        let ty =
            if let TyKind::Auto { kind: AutoKind::DecltypeAuto, .. } = self.types.kind(declared) {
                self.type_with_category(element)
            } else if let Some(template) = self.deduced_class(declared) {
                let args = [operand.clone()];
                self.deduce_class(template, &args, Form::Copy, span)?
            } else if self.types.has_placeholder(declared) {
                let info = operand.info(self);
                self.deduce_auto(declared, &info, span)
            } else {
                declared
            };
        if self.types.is_error(ty) {
            return Err(Reported);
        }
        let init = self.initialize(ty, operand, Form::Copy, span)?;
        Ok((ty, init))
    }
}

impl Cx<'_> {
    /// Writes the deduced return type into the type of a function.
    pub fn set_return_type(&mut self, function: crate::entity::FunctionId, ret: Ty) {
        let ty = self.entities[function].ty;
        let Some(function_ty) = self.types.function_of(ty) else { return };
        let new = crate::ty::FunctionTy { ret, ..function_ty.clone() };
        self.entities[function].ty = self.types.function(new);
    }
}
