//! Lambda expressions ([expr.prim.lambda]).
//!
//! A lambda makes a class of its own: a field for each capture, and a call operator whose body is
//! checked like that of any member function. Between the class and the parameters of the
//! operator lies a scope that binds each captured name to the field that holds it, so that the
//! body's names find their captures by ordinary lookup.
//!
//! The captures of a capture default are read off the syntax before the body is checked (the body
//! of a generic lambda is not checked until it is called): every mentioned variable of the
//! enclosing function. That may be more than the standard asks for, never less. Scalar constants
//! are left out, since reading them is not an odr-use ([basic.def.odr]/5): the body adds those that it odr-uses
//! (`odr_use.rs`), and a generic lambda captures all that it mentions.

use cranelift_entity::packed_option::ReservedValue;
use lang::ast::{self, CaptureDefault, CaptureKind, LambdaSpecs};
use lang::base::{Name, Span};
use smallvec::{SmallVec, smallvec};

use super::decl::Place;
use super::expr::Checker;
use super::init::Form;
use super::operand::{Check, Operand, Reported};
use crate::codes;
use crate::constexpr::value::Value;
use crate::entity::{
    Class, ClassId, ClassState, Closure, DeclName, Entity, Field, Member, MemberState, Owner,
    Template, TemplateId, TemplateKind,
};
use crate::lookup::{PackUse, Wanted};
use crate::scope::{Order, ScopeId, ScopeKind, TemplateHead};
use crate::template::pack::Pattern;
use crate::template::params::TemplateParameters;
use crate::template::walk::{Mention, Nested, mentions, mentions_of_objects};
use crate::ty::flags::TyFlags;
use crate::ty::{Cv, Ty, TyKind};
use crate::typed::{ExprId, ExprKind, LocalId};

/// What the body finds under a captured name.
enum Bound {
    One(Captured),
    Pack(Vec<Captured>),
}

/// One capture: a field of the closure and what it is initialised with.
struct Captured {
    ty: Ty,
    /// The type of the reference that is captured or that an *init-capture* declares.
    reference: Option<Ty>,
    init: ExprId,
    span: Span,
    /// The constant of an enclosing function that it is or refers to.
    constant: Option<LocalId>,
}

/// The captures of a lambda in order.
#[derive(Default)]
struct Captures {
    list: Vec<(Option<Name>, Bound)>,
    /// Scalar constants, which keep their names and are found where they are odr-used.
    constants: Vec<(LocalId, Captured)>,
    /// `this` or `*this`.
    this: Option<ThisCapture>,
}

struct ThisCapture {
    captured: Captured,
    by_copy: bool,
}

impl<'a> Checker<'_, 'a> {
    pub fn lambda(
        &mut self,
        id: ast::ExprId,
        lambda: &'a ast::LambdaExpr,
        span: Span,
    ) -> Check<ExprId> {
        self.note_names_in_expression(id, span);
        let captures = self.captures(id, lambda, span)?;
        let has_captures = !lambda.captures.is_empty() || lambda.default_capture.is_some();
        let class = self.new_closure_class(id, has_captures, span);
        let mut inits = self.bind_captures(class, captures, lambda);
        self.declare_call_operator(class, id, lambda, span, &mut inits)?;
        let ty = self.entities[class].ty;
        let kind = ExprKind::Aggregate { elements: inits.into(), filler: None };
        Ok(self.typed.prvalue(kind, ty, span))
    }

    fn captures(
        &mut self,
        id: ast::ExprId,
        lambda: &'a ast::LambdaExpr,
        span: Span,
    ) -> Check<Captures> {
        let mut captures = Captures::default();
        for capture in &lambda.captures {
            match capture.kind {
                CaptureKind::Name { ident, by_reference } => {
                    let default = match by_reference {
                        true => CaptureDefault::ByReference,
                        false => CaptureDefault::ByCopy,
                    };
                    if lambda.default_capture == Some(default) {
                        let name = self.text(ident.name);
                        let message = format!(
                            "`{name}` is already captured in this way by the capture default"
                        );
                        self.error(codes::INVALID_CAPTURE, ident.span, message);
                    }
                    self.check_captured_once(&captures, Some(ident.name), ident.span);
                    let bound =
                        self.capture_name(ident.name, by_reference, capture.is_pack, ident.span)?;
                    captures.list.push((Some(ident.name), bound));
                }
                CaptureKind::Init { decl, by_reference } => {
                    let (name, bound) =
                        self.init_capture(decl, by_reference, capture.is_pack, capture.span)?;
                    self.check_captured_once(&captures, name, capture.span);
                    captures.list.push((name, bound));
                }
                CaptureKind::This => captures.this = Some(self.capture_this(false, capture.span)?),
                CaptureKind::StarThis => {
                    captures.this = Some(self.capture_this(true, capture.span)?);
                }
            }
        }
        if let Some(default) = lambda.default_capture {
            let by_reference = default == CaptureDefault::ByReference;
            self.capture_implicitly(id, lambda, by_reference, &mut captures, span)?;
        }
        Ok(captures)
    }

    /// [expr.prim.lambda.capture]/2, 5
    fn check_captured_once(&mut self, captures: &Captures, name: Option<Name>, span: Span) {
        let Some(name) = name else { return };
        if captures.list.iter().any(|(known, _)| *known == Some(name)) {
            let message = format!("`{}` is captured twice", self.text(name));
            self.error(codes::INVALID_CAPTURE, span, message);
        }
    }

    /// `x`, `&x`, `x...`: a variable of the enclosing function. Without `...` the name of a pack
    /// means the element of an expansion around the lambda.
    fn capture_name(
        &mut self,
        name: Name,
        by_reference: bool,
        is_pack: bool,
        span: Span,
    ) -> Check<Bound> {
        let scope = self.scope;
        let key = DeclName::Identifier(name);
        let packs = if is_pack { PackUse::Whole } else { PackUse::Element(None) };
        let found = self.lookup_packs(scope, key, Wanted::Any, packs);
        self.note_use(scope, key, span, span, &found);
        let Some(entity) = found.single().cloned() else {
            self.report_undeclared(scope, key, span);
            return Err(Reported);
        };
        if !is_pack && matches!(entity, Entity::LocalPack(_)) {
            let message =
                format!("`{}` is a parameter pack; capture it with `...`", self.text(name));
            self.error(codes::UNEXPANDED_PACK, span, message);
            return Err(Reported);
        }
        if let Entity::Expr(expr) = entity
            && self.is_foreign(name, &entity)
        {
            let local = self.bound_local(expr);
            return Err(self.report_not_captured(name, local, span));
        }
        match self.capture_entity(&entity, by_reference, span)? {
            Some(bound) => Ok(bound),
            None => {
                let name = self.text(name);
                let message =
                    format!("`{name}` cannot be captured, because it is not a local variable");
                self.error(codes::INVALID_CAPTURE, span, message);
                Err(Reported)
            }
        }
    }

    /// The capture of a variable; `None` for what has static storage or is not a variable.
    fn capture_entity(
        &mut self,
        entity: &Entity,
        by_reference: bool,
        span: Span,
    ) -> Check<Option<Bound>> {
        match entity {
            Entity::Expr(part) if self.static_parts.contains(part) => Ok(None),
            Entity::Local(_) | Entity::Expr(_) => {
                let Some(variable) = self.variable_expr(entity, span)? else { return Ok(None) };
                self.capture_expr(variable, by_reference, span).map(|c| Some(Bound::One(c)))
            }
            Entity::LocalPack(list) => {
                let mut pack = Vec::with_capacity(list.len());
                for element in list.iter() {
                    let Some(variable) = self.variable_expr(element, span)? else {
                        return Ok(None);
                    };
                    pack.push(self.capture_expr(variable, by_reference, span)?);
                }
                Ok(Some(Bound::Pack(pack)))
            }
            _ => Ok(None),
        }
    }

    fn variable_expr(&mut self, entity: &Entity, span: Span) -> Check<Option<ExprId>> {
        match *entity {
            Entity::Local(local) => {
                self.check_initializer_names(local, span)?;
                self.typed.locals[local].n_named += 1;
                let ty = self.types.strip_ref(self.typed.locals[local].ty);
                if self.types.is_error(ty) {
                    return Err(Reported);
                }
                if let Some(name) = self.typed.locals[local].name
                    && self.is_foreign_local(name, local)
                {
                    return match self.captured_constant(name, local, self.scope, span) {
                        Some(captured) => Ok(Some(captured)),
                        None => Err(self.report_not_captured(name, Some(local), span)),
                    };
                }
                Ok(Some(self.typed.lvalue(ExprKind::Local(local), ty, span)))
            }
            Entity::Expr(expr) => {
                let mut node = self.typed.exprs[expr].clone();
                node.span = span;
                if !node.category.is_glvalue() {
                    return Ok(None);
                }
                let named = self.typed.exprs.push(node);
                self.note_captured_constant(expr, named);
                Ok(Some(named))
            }
            _ => Ok(None),
        }
    }

    /// [expr.prim.lambda.capture]/10, 12
    fn capture_expr(
        &mut self,
        variable: ExprId,
        by_reference: bool,
        span: Span,
    ) -> Check<Captured> {
        let ty = self.typed.exprs[variable].ty;
        let constant = self.constant_variable(variable);
        let declared = self.bound_type(variable);
        let reference = self.types.is_ref(declared).then_some(declared);
        if by_reference {
            let ty = self.types.lref(ty);
            return Ok(Captured { ty, reference, init: variable, span, constant });
        }
        // What a lambda around this one captures is not `const` for this one because it is in that one's call operator.
        let ty = match self.typed.exprs[variable].kind {
            ExprKind::Field { object, index } => {
                let class = self.types.class_of(self.typed.exprs[object].ty);
                let closure = class.filter(|&class| self.entities[class].closure.is_some());
                let field = closure.map(|class| self.entities[class].fields[index as usize].ty);
                field.map_or(ty, |field| self.types.strip_ref(field))
            }
            _ => ty,
        };
        if let TyKind::Array(..) = self.types.kind(ty) {
            let value = self.types.unqualified(ty);
            let init = self.typed.prvalue(ExprKind::Load(variable), value, span);
            return Ok(Captured { ty, reference, init, span, constant });
        }
        let init = self.initialize(ty, Operand::Expr(variable), Form::Copy, span)?;
        Ok(Captured { ty, reference, init, span, constant })
    }

    /// `x = e`, `&x = e`, `...x = e` ([expr.prim.lambda.capture]/6)
    fn init_capture(
        &mut self,
        decl: ast::DeclId,
        by_reference: bool,
        is_pack: bool,
        span: Span,
    ) -> Check<(Option<Name>, Bound)> {
        let ast::DeclKind::Variable(variable) = &self.ast[decl].kind else { return Err(Reported) };
        let name = self.ast.simple_name(variable.name);
        if !is_pack {
            let captured = self.init_captured(variable, by_reference, span)?;
            return Ok((name, Bound::One(captured)));
        }
        let pattern = match &variable.init {
            ast::Initializer::Copy(expr) | ast::Initializer::List(expr) => Some(*expr),
            ast::Initializer::Paren { args, .. } => args.first().copied(),
            ast::Initializer::None => None,
        };
        let pattern = pattern.ok_or(Reported)?;
        let scope = self.scope;
        let len = self.expansion_len(scope, Pattern::Expr(pattern)).ok_or(Reported)?;
        let mut pack = Vec::new();
        for index in 0..len {
            let element = self.scopes.expansion(scope, index);
            pack.push(self.within(element, |c| c.init_captured(variable, by_reference, span))?);
        }
        Ok((name, Bound::Pack(pack)))
    }

    fn init_captured(
        &mut self,
        variable: &'a ast::VariableDecl,
        by_reference: bool,
        span: Span,
    ) -> Check<Captured> {
        let scope = self.scope;
        let mut declared = self.resolve_type(scope, variable.ty);
        if by_reference && !self.types.is_ref(declared) {
            declared = self.types.lref(declared);
        }
        let (ty, init) = self.initialize_declared(declared, &variable.init, span)?;
        let reference = self.types.is_ref(ty).then_some(ty);
        Ok(Captured { ty, reference, init, span, constant: None })
    }

    fn capture_this(&mut self, by_copy: bool, span: Span) -> Check<ThisCapture> {
        let this = self.this(span)?;
        if !by_copy {
            let ty = self.typed.exprs[this].ty;
            let captured = Captured { ty, reference: None, init: this, span, constant: None };
            return Ok(ThisCapture { captured, by_copy });
        }
        let object = self.deref(this, span)?;
        let captured = self.capture_expr(object, false, span)?;
        Ok(ThisCapture { captured, by_copy })
    }

    /// `[=]`, `[&]`: what the body mentions ([expr.prim.lambda.capture]/7).
    fn capture_implicitly(
        &mut self,
        id: ast::ExprId,
        lambda: &'a ast::LambdaExpr,
        by_reference: bool,
        captures: &mut Captures,
        span: Span,
    ) -> Check<()> {
        let scope = self.scope;
        let own: SmallVec<[Name; 4]> = lambda
            .ty
            .params
            .iter()
            .filter_map(|&param| match &self.ast[param].kind {
                ast::DeclKind::Param(param) => param.name.map(|ident| ident.name),
                _ => None,
            })
            .collect();
        let mut names_this = false;
        // A pack that the body does not expand itself is one element of an expansion around it.
        let unexpanded = mentions(self.ast, Pattern::Expr(id), Nested::Exclude);
        for mention in mentions_of_objects(self.ast, Pattern::Expr(id)) {
            let name = match mention {
                Mention::Name(name) => match self.ast.simple_name(name) {
                    Some(name) => name,
                    None => {
                        names_this |= self.may_name_member(scope, name);
                        continue;
                    }
                },
                Mention::Ident(ident) => ident.name,
                Mention::This => {
                    names_this = true;
                    continue;
                }
                Mention::Invented(_) => continue,
            };
            let is_known = captures.list.iter().any(|(known, _)| *known == Some(name));
            if own.contains(&name) || is_known {
                continue;
            }
            let key = DeclName::Identifier(name);
            let packs = match unexpanded.contains(&mention) {
                true => PackUse::Element(None),
                false => PackUse::Whole,
            };
            let found = self.lookup_packs(scope, key, Wanted::Any, packs);
            match found.single().cloned() {
                // What depends on the parameters of a generic lambda captures what it names
                // ([expr.prim.lambda.capture]/7).
                Some(Entity::Local(local)) if self.is_scalar_constant(local) => {
                    let is_new = captures.constants.iter().all(|(known, _)| *known != local);
                    if is_new && !lambda.template_params.is_empty() {
                        let captured = self.capture_constant(local, by_reference, span)?;
                        captures.constants.extend(captured.map(|captured| (local, captured)));
                    }
                }
                // What a lambda between does not capture is reported where it is odr-used.
                Some(Entity::Local(local))
                    if self.is_foreign_local(name, local)
                        && self.captured_constant(name, local, scope, span).is_none() => {}
                Some(entity @ Entity::Expr(_)) if self.is_foreign(name, &entity) => {}
                Some(entity @ (Entity::Local(_) | Entity::Expr(_) | Entity::LocalPack(_))) => {
                    if let Some(bound) = self.capture_entity(&entity, by_reference, span)? {
                        captures.list.push((Some(name), bound));
                    }
                }
                // A member named alone needs `this`.
                _ => names_this |= found.entities.iter().any(|entity| self.is_of_object(entity)),
            }
        }
        if names_this
            && captures.this.is_none()
            && let Some(this) = self.this_here(span)
        {
            let ty = self.typed.exprs[this].ty;
            let captured = Captured { ty, reference: None, init: this, span, constant: None };
            captures.this = Some(ThisCapture { captured, by_copy: false });
        }
        Ok(())
    }

    /// Whether a name with qualifiers or template arguments, or that of an operator, may be that of a member of an object.
    fn may_name_member(&mut self, scope: ScopeId, name: ast::QualNameId) -> bool {
        let lookup = self.tentatively(|cx| cx.lookup_name(scope, name)).ok().flatten();
        lookup.is_some_and(|lookup| {
            lookup.found.entities.iter().any(|entity| self.is_of_object(entity))
        })
    }

    /// Whether a member belongs to an object of its class.
    fn is_of_object(&self, entity: &Entity) -> bool {
        match *entity {
            Entity::Field(..) => true,
            Entity::Function(function) => self.has_object_parameter(function),
            Entity::Template(template) => {
                matches!(self.entities[template].owner, Owner::Class(_))
            }
            _ => false,
        }
    }

    /// The capture of a constant that an enclosing lambda may have to capture too.
    fn capture_constant(
        &mut self,
        local: LocalId,
        by_reference: bool,
        span: Span,
    ) -> Check<Option<Captured>> {
        let Some(name) = self.typed.locals[local].name else { return Ok(None) };
        match self.captured_constant(name, local, self.scope, span) {
            Some(variable) => self.capture_expr(variable, by_reference, span).map(Some),
            None => Ok(None),
        }
    }

    /// The field of a closure that holds a scalar constant of an enclosing function: an old one, or one that is made for
    /// the body that is being checked.
    pub(super) fn constant_field(
        &mut self,
        class: ClassId,
        lambda: &ast::LambdaExpr,
        local: LocalId,
        variable: ExprId,
        span: Span,
    ) -> Option<ExprId> {
        let closure = self.entities[class].closure.as_ref()?;
        let known = closure.constants.iter().find(|(known, _)| *known == local);
        let index = match known {
            Some(&(_, index)) => index,
            None => {
                closure.added.as_ref()?;
                let by_reference = lambda.default_capture? == CaptureDefault::ByReference;
                let captured = self.capture_expr(variable, by_reference, span).ok()?;
                let init = captured.init;
                let index = self.add_field(class, None, captured);
                let closure = self.entities[class].closure.as_mut()?;
                closure.constants.push((local, index));
                closure.added.as_mut()?.push(init);
                index
            }
        };
        match self.capture_entity_of(class, index, call_qualifiers(lambda), span) {
            Entity::Expr(field) => {
                self.check.captured_constants.insert(field, local);
                Some(field)
            }
            _ => None,
        }
    }

    fn is_scalar_constant(&self, local: LocalId) -> bool {
        matches!(self.typed.locals[local].constant, Some(Value::Int(_) | Value::Float(_)))
    }

    /// Makes the fields and binds the names to them; the initialisers in the order of the fields.
    fn bind_captures(
        &mut self,
        class: ClassId,
        captures: Captures,
        lambda: &'a ast::LambdaExpr,
    ) -> Vec<ExprId> {
        let cv = call_qualifiers(lambda);
        let mut inits = Vec::new();
        let scope = self.entities[class].scope;
        for (name, bound) in captures.list {
            let entity = match bound {
                Bound::One(captured) => self.bind_capture(class, name, captured, cv, &mut inits),
                Bound::Pack(pack) => {
                    let mut entities = Vec::with_capacity(pack.len());
                    for captured in pack {
                        entities.push(self.bind_capture(class, name, captured, cv, &mut inits));
                    }
                    Entity::LocalPack(entities.into())
                }
            };
            if let Some(name) = name {
                if let Some(span) = self.init_capture_span(lambda, name) {
                    self.note_declared(scope, name, span);
                }
                self.scopes.declare(scope, name, entity);
            }
        }
        for (local, captured) in captures.constants {
            inits.push(captured.init);
            let index = self.add_field(class, None, captured);
            if let Some(closure) = &mut self.entities[class].closure {
                closure.constants.push((local, index));
            }
        }
        if let Some(this) = captures.this {
            let by_copy = this.by_copy;
            let span = this.captured.span;
            let entity = self.bind_capture(class, None, this.captured, cv, &mut inits);
            if let (Entity::Expr(field), Some(name)) = (entity, self.names.get("this")) {
                let ty = self.typed.exprs[field].ty;
                let pointer = if by_copy {
                    let ty = self.types.pointer(ty);
                    self.typed.prvalue(ExprKind::AddressOf(field), ty, span)
                } else {
                    self.load(field)
                };
                self.scopes.declare(scope, name, Entity::Expr(pointer));
            }
        }
        inits
    }

    /// Where an *init-capture* declares the name.
    fn init_capture_span(&self, lambda: &ast::LambdaExpr, name: Name) -> Option<Span> {
        lambda.captures.iter().find_map(|capture| {
            let CaptureKind::Init { decl, .. } = capture.kind else { return None };
            let ast::DeclKind::Variable(variable) = &self.ast[decl].kind else { return None };
            let declared = self.ast.simple_name(variable.name) == Some(name);
            declared.then(|| self.ast[variable.name].span)
        })
    }

    /// Makes the field of a capture; what the captured name means in the body.
    fn bind_capture(
        &mut self,
        class: ClassId,
        name: Option<Name>,
        captured: Captured,
        cv: Cv,
        inits: &mut Vec<ExprId>,
    ) -> Entity {
        let (span, constant) = (captured.span, captured.constant);
        inits.push(captured.init);
        let index = self.add_field(class, name, captured);
        let entity = self.capture_entity_of(class, index, cv, span);
        if let (Entity::Expr(field), Some(local)) = (&entity, constant) {
            self.check.captured_constants.insert(*field, local);
        }
        entity
    }

    fn add_field(&mut self, class: ClassId, name: Option<Name>, captured: Captured) -> u32 {
        let fields = &mut self.entities[class].fields;
        let index = fields.len() as u32;
        fields.push(Field {
            name,
            ty: captured.ty,
            access: ast::Access::Private,
            decl: None,
            is_mutable: false,
            bit_width: None,
            offset: 0,
            bit_shift: 0,
            span: captured.span,
        });
        if let (Some(reference), Some(closure)) =
            (captured.reference, &mut self.entities[class].closure)
        {
            closure.references.push((index, reference));
        }
        index
    }

    /// The field of the closure that a captured name means inside of the call operator.
    fn capture_entity_of(&mut self, class: ClassId, index: u32, cv: Cv, span: Span) -> Entity {
        let this = self.this_pointer(class, cv, span);
        let closure = self.entities[class].ty;
        let closure = self.types.qualified(closure, cv);
        let object = self.typed.lvalue(ExprKind::Deref(this), closure, span);
        match self.field(object, class, index, span) {
            Ok(field) => Entity::Expr(field),
            Err(Reported) => Entity::Error,
        }
    }

    /// The call operator, or its template for a generic lambda.
    fn declare_call_operator(
        &mut self,
        class: ClassId,
        id: ast::ExprId,
        lambda: &'a ast::LambdaExpr,
        span: Span,
        inits: &mut Vec<ExprId>,
    ) -> Check<()> {
        let scope = self.entities[class].scope;
        let order = self.order_here();
        let mut own = None;
        if !lambda.template_params.is_empty() {
            self.check_generic_lambda_names(id, scope)?;
        }
        let entity = if lambda.template_params.is_empty() {
            let source = self.lambda_source(id).ok_or(Reported)?;
            let place = Place { owner: Owner::Class(class), scope, order, c_linkage: false };
            let function = self.new_function(place, &source, scope, None);
            if self.types.is_error(self.entities[function].ty) {
                return Err(Reported);
            }
            own = Some(function);
            Entity::Function(function)
        } else {
            Entity::Template(self.new_lambda_template(class, id, scope, order, span))
        };
        self.finish_closure_class(class, entity);
        // The body is part of this function: its errors are reported even if it is never called. It is not in the
        // immediate context of a substitution ([temp.deduct.general]/9).
        if let Some(function) = own {
            if lambda.default_capture.is_some()
                && let Some(closure) = &mut self.entities[class].closure
            {
                closure.added = Some(Vec::new());
            }
            match self.is_tentative() {
                true => self.outside(|cx| cx.instantiate_body(function, span)),
                false => self.instantiate_body(function, span),
            }
            let closure = self.entities[class].closure.as_mut();
            let added = closure.and_then(|closure| closure.added.take()).unwrap_or_default();
            if !added.is_empty() {
                inits.extend(added);
                self.measure_closure(class);
            }
        }
        Ok(())
    }

    fn order_here(&self) -> Order {
        self.scopes.enclosing_namespace(self.scope).map_or(Order::END, |(_, order)| order)
    }

    /// Whether the innermost function around the scope is `function`'s, or an outer local is named
    /// from inside a lambda that did not capture it.
    pub fn is_foreign_local(&self, name: Name, local: LocalId) -> bool {
        self.is_foreign(name, &Entity::Local(local))
    }

    /// The same of what a local name stands for.
    pub fn is_foreign(&self, name: Name, wanted: &Entity) -> bool {
        let (mut crossed, mut crossed_class) = (false, false);
        for id in self.scopes.chain(self.scope) {
            let scope = &self.scopes[id];
            let declares = scope.locals.iter().any(|(known, entity)| {
                *known == name
                    && match entity {
                        Entity::LocalPack(list) => list.contains(wanted),
                        entity => entity == wanted,
                    }
            });
            let is_class = matches!(scope.kind, ScopeKind::Class(_));
            if declares {
                // A capture is declared around the function that it is for.
                return if is_class { crossed_class } else { crossed };
            }
            crossed_class |= is_class;
            crossed |= is_class || matches!(scope.kind, ScopeKind::Function(_));
        }
        false
    }
}

/// The entities of a lambda.
impl<'a> Checker<'_, 'a> {
    fn new_closure_class(&mut self, expr: ast::ExprId, has_captures: bool, span: Span) -> ClassId {
        let outer = self.scope;
        let order = self.order_here();
        let scope = self.scopes.push(Some(outer), ScopeKind::Class(ClassId::from_u32(0)));
        let closure = Closure {
            expr,
            call: None,
            has_captures,
            constants: SmallVec::new(),
            references: SmallVec::new(),
            added: None,
            conversions: Vec::new(),
        };
        let key = ast::TagKey::Class;
        let id = self.entities.classes.push(Class {
            state: ClassState::InProgress,
            closure: Some(closure),
            ..Class::declared(key, Owner::Function, (outer, scope), order, span)
        });
        self.scopes[scope].kind = ScopeKind::Class(id);
        self.entities[id].ty = self.types.class(id, TyFlags::NONE);
        id
    }

    /// The class has its fields and its call operator: nothing is left to find out.
    fn finish_closure_class(&mut self, class: ClassId, call: Entity) {
        let order = self.entities[class].order;
        let member = Member {
            decl: ast::DeclId::reserved_value(),
            order,
            seen_from: order,
            c_linkage: false,
            state: MemberState::Done(SmallVec::from_iter([call.clone()])),
        };
        let name = DeclName::Operator(ast::OverloadedOperator::Call);
        let entity = &mut self.entities[class];
        entity.members.insert(name, smallvec![member]);
        if let Some(closure) = &mut entity.closure {
            closure.call = Some(call);
        }
        self.measure_closure(class);
        self.entities[class].state = ClassState::Complete;
    }

    fn measure_closure(&mut self, class: ClassId) {
        if !self.measure_class(class) {
            self.entities[class].fields.clear();
        }
        self.lay_out_class(class);
    }

    fn new_lambda_template(
        &mut self,
        class: ClassId,
        expr: ast::ExprId,
        scope: ScopeId,
        order: Order,
        span: Span,
    ) -> TemplateId {
        let params = TemplateParameters::of(self.ast, TemplateHead::Lambda(expr));
        let name = DeclName::Operator(ast::OverloadedOperator::Call);
        let (kind, owner) = (TemplateKind::Function, Owner::Class(class));
        self.entities.templates.push(Template {
            lambda: Some(expr),
            ..Template::headed(kind, name, owner, scope, params, order, span)
        })
    }
}

/// The qualifiers of the closure in the body of its call operator.
fn call_qualifiers(lambda: &ast::LambdaExpr) -> Cv {
    if lambda.specs.has(LambdaSpecs::MUTABLE) { Cv::NONE } else { Cv::CONST }
}
