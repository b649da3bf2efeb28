//! Structured bindings ([dcl.struct.bind]) of arrays, of fields and of tuple-like classes.
//!
//! In: the declaration. Out: a hidden variable that holds or refers to the initialiser, and the
//! names, each bound to an expression that designates its part of that variable.

use lang::ast::{self, DeclKind, SpecFlags};
use lang::base::{Diagnostic, Span};

use super::decl::Place;
use super::expr::Checker;
use super::init::Form;
use super::operand::{Check, Operand, OverloadSet, Reported};
use crate::Cx;
use crate::codes;
use crate::constexpr::value::Value;
use crate::entity::{DeclName, Entity, VarId, Variable, VariableState};
use crate::ty::{ArrayLen, TemplateArg, Ty, TyKind};
use crate::typed::{ExprId, ExprKind, StmtId, StmtKind, ValueCategory};

impl<'a> Checker<'_, 'a> {
    /// `auto [a, b] = e;`
    pub(super) fn structured_binding(
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

    pub(super) fn declare_failed_bindings(&mut self, binding: &'a ast::StructuredBinding) {
        for &id in &binding.bindings {
            if let DeclKind::Binding(ident) = self.ast[id].kind {
                let scope = self.scope;
                self.scopes.declare(scope, ident.name, Entity::Error);
            }
        }
    }

    /// The hidden object.
    pub(super) fn binding_object(
        &mut self,
        declared: Ty,
        init: &'a ast::Initializer,
        span: Span,
    ) -> Check<(Ty, ExprId)> {
        match self.single_initializer(init) {
            Some((expr, form)) if !self.types.is_ref(declared) => {
                let operand = self.operand(expr)?;
                self.binding_value(declared, operand, form, span)
            }
            _ => self.initialize_declared(declared, init, span),
        }
    }

    /// `= e`, `(e)` and `{e}`, where `e` is an expression.
    fn single_initializer(&self, init: &ast::Initializer) -> Option<(ast::ExprId, Form)> {
        let (expr, form) = match init {
            ast::Initializer::Copy(expr) => (*expr, Form::Copy),
            ast::Initializer::Paren { args, .. } => match args.as_slice() {
                [expr] => (*expr, Form::Direct),
                _ => return None,
            },
            ast::Initializer::List(list) => match &self.ast[*list].kind {
                ast::ExprKind::InitList(list) => match list.items.as_slice() {
                    [item] if item.designators.is_empty() => (item.value, Form::Direct),
                    _ => return None,
                },
                _ => return None,
            },
            ast::Initializer::None => return None,
        };
        let is_list = matches!(self.ast[expr].kind, ast::ExprKind::InitList(_));
        (!is_list).then_some((expr, form))
    }

    /// A hidden object that is not a reference: an array is copied element by element, each initialised in the form of the
    /// initialiser ([dcl.struct.bind]/1).
    pub(super) fn binding_value(
        &mut self,
        declared: Ty,
        operand: Operand,
        form: Form,
        span: Span,
    ) -> Check<(Ty, ExprId)> {
        if let Operand::Expr(expr) = operand
            && let ty = self.typed.exprs[expr].ty
            && let TyKind::Array(..) = self.types.kind(ty)
        {
            let cv = self.types.cv(declared);
            let ty = self.types.qualified(ty, cv);
            let init = self.copied_part(ty, expr, form, span)?;
            return Ok((ty, init));
        }
        let info = operand.info(self);
        let ty = self.deduce_auto(declared, &info, span);
        if self.types.is_error(ty) {
            return Err(Reported);
        }
        let init = self.initialize(ty, operand, form, span)?;
        Ok((ty, init))
    }

    /// Declares the hidden object and what its parts are called.
    pub(super) fn bind_names(
        &mut self,
        binding: &'a ast::StructuredBinding,
        ty: Ty,
        init: ExprId,
        span: Span,
        out: &mut Vec<StmtId>,
    ) -> Check<()> {
        let local = self.typed.local(None, ty, span);
        let init = match binding.specs.flags.has(SpecFlags::CONSTEXPR) {
            true => self.note_constant(local, init, true)?,
            false => init,
        };
        let stmt = self.made_stmt(StmtKind::Local { local, init }, span);
        out.push(stmt);
        self.note_variable(None, init, span);
        let object_ty = self.types.strip_ref(ty);
        let object = self.typed.lvalue(ExprKind::Local(local), object_ty, span);
        let names = self.binding_names(binding);
        let category = match self.types.kind(ty) {
            TyKind::RRef(_) => ValueCategory::XValue,
            TyKind::LRef(_) => ValueCategory::LValue,
            _ => ValueCategory::XValue,
        };
        let parts = match *self.types.kind(object_ty) {
            TyKind::Array(elem, ArrayLen::Known(len)) => {
                self.check_binding_count(&names, object_ty, len, span)?;
                self.array_parts(object, elem, len, span)?
            }
            _ => match self.types.class_of(object_ty) {
                Some(_) => match self.tuple_size(object_ty, span)? {
                    Some(len) => {
                        self.check_binding_count(&names, object_ty, len, span)?;
                        self.tuple_parts(object, object_ty, category, len, span, out)?
                    }
                    None => self.field_parts(object, &names, span)?,
                },
                None => {
                    let message = format!(
                        "`{}` cannot be decomposed by a structured binding",
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
            self.check_declared_once(scope, ident.name, ident.span)?;
            self.typed.exprs[part].span = ident.span;
            self.note_declared(scope, ident.name, ident.span);
            self.scopes.declare(scope, ident.name, Entity::Expr(part));
        }
        Ok(())
    }

    fn check_binding_count(
        &mut self,
        names: &[ast::Ident],
        ty: Ty,
        len: u64,
        span: Span,
    ) -> Check<()> {
        if names.len() as u64 == len {
            return Ok(());
        }
        let (ty, n_names) = (self.show(self.types.strip_cvref(ty)), names.len());
        let message = match n_names {
            1 => format!("`{ty}` has {len} elements, but one name is given"),
            _ => format!("`{ty}` has {len} elements, but {n_names} names are given"),
        };
        let diagnostic = Diagnostic::new(codes::INVALID_BINDING, span, message);
        self.report(diagnostic.help(format!("write {len} names, one for each element")));
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
        self.check_binding_count(names, ty, indices.len() as u64, span)?;
        let naming = self.types.class_of(ty).unwrap_or(class);
        let scope = self.scope;
        for (ident, &index) in names.iter().zip(&indices) {
            if !self.check_field_access(scope, naming, class, index, ident.span) {
                for ident in names {
                    self.scopes.declare(scope, ident.name, Entity::Error);
                }
                return Err(Reported);
            }
        }
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
                match self.constant_value(var, span) {
                    Some(Value::Int(len)) => Ok(u64::try_from(len).ok()),
                    _ => Err(Reported),
                }
            }
            _ => Ok(None),
        }
    }

    /// `std::tuple_element<index, ty>::type`, the type that `decltype` sees of a binding
    /// ([dcl.struct.bind]/4).
    fn tuple_element(&mut self, ty: Ty, index: u64, span: Span) -> Option<Ty> {
        let args =
            vec![TemplateArg::Value(Value::Int(index.into()), Ty::SIZE), TemplateArg::Type(ty)];
        let class = self.std_class("tuple_element", args, span)?;
        if !self.complete_class(class, span) {
            return None;
        }
        let name = self.names.get("type")?;
        match self.lookup_member(class, DeclName::Identifier(name)).single() {
            Some(&Entity::Type(element)) => Some(element),
            _ => None,
        }
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
            if let Some(element) = self.tuple_element(ty, index, span) {
                self.check.binding_types.insert(local, element);
            }
            let stmt = self.made_stmt(StmtKind::Local { local, init }, span);
            out.push(stmt);
            parts.push(self.typed.lvalue(ExprKind::Local(local), value_ty, span));
        }
        Ok(parts)
    }
}

/// Structured bindings of namespaces.
impl<'a> Cx<'a> {
    fn binding_names(&self, binding: &ast::StructuredBinding) -> Vec<ast::Ident> {
        let ident = |&id: &ast::DeclId| match self.ast[id].kind {
            DeclKind::Binding(ident) => Some(ident),
            _ => None,
        };
        binding.bindings.iter().filter_map(ident).collect()
    }

    /// What a name of a structured binding means: a part of a variable without a name, which all of them share.
    pub(super) fn declare_binding(&mut self, place: Place, name: ast::DeclId) -> Option<Entity> {
        let ast = self.ast;
        let &(decl, index) = self.index.binding_of.get(&name)?;
        let DeclKind::StructuredBinding(binding) = &ast[decl].kind else { return None };
        if !self.index.bindings.contains_key(&decl) {
            self.index.bindings.insert(decl, Vec::new());
            let names = self.binding_names(binding);
            let parts = self.outside(|cx| cx.static_bindings(place, decl, binding, &names));
            let entities = match parts {
                Ok(parts) => parts.into_iter().map(Entity::Expr).collect(),
                Err(Reported) => vec![Entity::Error; names.len()],
            };
            self.index.bindings.insert(decl, entities);
        }
        self.index.bindings.get(&decl)?.get(index as usize).cloned()
    }

    fn static_bindings(
        &mut self,
        place: Place,
        decl: ast::DeclId,
        binding: &'a ast::StructuredBinding,
        names: &[ast::Ident],
    ) -> Check<Vec<ExprId>> {
        let Some(first) = names.first() else { return Err(Reported) };
        let span = self.ast[decl].span;
        let declared = self.resolve_type(place.scope, binding.ty);
        let flags = binding.specs.flags;
        let var: VarId = self.entities.vars.push(Variable {
            name: first.name,
            owner: place.owner,
            decl,
            scope: place.scope,
            ty: declared,
            template: None,
            spaces: binding.specs.spaces,
            is_constexpr: flags.has(SpecFlags::CONSTEXPR),
            is_static: flags.has(SpecFlags::STATIC),
            is_local: false,
            is_temporary: false,
            state: VariableState::Typed,
            value: None,
            broken: None,
            access: ast::Access::Public,
            order: place.order,
            bounded_from: None,
            span,
        });
        let ty = self.variable_type(var, span);
        self.check_initializer(var, span);
        let ty = self.types.strip_ref(ty);
        if self.types.is_error(ty) {
            return Err(Reported);
        }
        let object = self.typed.lvalue(ExprKind::Global(var), ty, span);
        let mut checker = Checker::new(self, place.scope);
        let parts = match *checker.types.kind(ty) {
            TyKind::Array(elem, ArrayLen::Known(len)) => {
                checker.check_binding_count(names, ty, len, span)?;
                checker.array_parts(object, elem, len, span)?
            }
            TyKind::Class(_) | TyKind::Qualified(..) if checker.types.class_of(ty).is_some() => {
                if checker.tuple_size(ty, span)?.is_some() {
                    let message =
                        "a structured binding of a namespace that calls `get` is not supported";
                    checker.error(codes::UNSUPPORTED, span, message);
                    return Err(Reported);
                }
                checker.field_parts(object, names, span)?
            }
            _ => {
                let message =
                    format!("`{}` cannot be decomposed by a structured binding", checker.show(ty));
                checker.error(codes::INVALID_BINDING, span, message);
                return Err(Reported);
            }
        };
        drop(checker);
        for (ident, &part) in names.iter().zip(&parts) {
            self.typed.exprs[part].span = ident.span;
            self.static_parts.insert(part);
        }
        Ok(parts)
    }
}
