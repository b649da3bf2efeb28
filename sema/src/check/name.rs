//! Names in expressions ([expr.prim.id]) and members of objects ([expr.ref]).

use lang::ast::{self, UnqualifiedId};
use lang::base::{Applicability, Diagnostic, Span};
use smallvec::{SmallVec, smallvec};

use super::expr::Checker;
use super::operand::{Check, Operand, OverloadSet, Reported};
use crate::Cx;
use crate::check::enumeration::EnumState;
use crate::codes;
use crate::constexpr::value::Value;
use crate::entity::{ClassId, DeclName, Entity, Owner, TemplateKind, VarId};
use crate::lookup::name::Qualifier;
use crate::lookup::{LookupResult, NameLookup, Wanted};
use crate::scope::ScopeId;
use crate::ty::{Args, ArrayLen, Cv, Ty, TyKind};
use crate::typed::{ConvertKind, ExprId, ExprKind, LocalId, ValueCategory};
use crate::uses::SiteContext;

impl<'a> Checker<'_, 'a> {
    /// An id-expression.
    pub fn name(&mut self, id: ast::QualNameId) -> Check<Operand> {
        let scope = self.scope;
        let mut lookup = self.lookup_name(scope, id).ok_or(Reported)?;
        self.select_conversion(&mut lookup, id)?;
        if lookup.found.is_empty() {
            let text = self.show_name(lookup.name);
            if lookup.is_qualified || !self.report_thread_name(&text, lookup.span) {
                self.report_name_not_found(scope, id);
            }
            return Err(Reported);
        }
        self.named(&lookup, self.ast[id].span)
    }

    /// What a name that was found designates.
    pub fn named(&mut self, lookup: &NameLookup<'a>, span: Span) -> Check<Operand> {
        if lookup.found.is_ambiguous {
            let message = format!("`{}` is ambiguous", self.show_name(lookup.name));
            self.error(codes::AMBIGUOUS_NAME, lookup.span, message);
            return Err(Reported);
        }
        let Some(first) = lookup.found.entities.first() else { return Err(Reported) };
        let expr = match first.clone() {
            Entity::Function(_) => return self.overload_set(lookup, span),
            Entity::Template(template) => match self.entities[template].kind {
                TemplateKind::Function => return self.overload_set(lookup, span),
                TemplateKind::Variable => {
                    let args = self.converted_args(lookup, template)?;
                    let var =
                        self.specialize_variable(template, args, lookup.span).ok_or(Reported)?;
                    self.check_variable_specialized_before(var, lookup.span);
                    self.variable(var, span)?
                }
                TemplateKind::Concept => {
                    let args = self.converted_args(lookup, template)?;
                    let holds = self.satisfy_concept(template, args, lookup.span).is_ok();
                    self.constant(Value::bool(holds), Ty::BOOL, span)
                }
                TemplateKind::Class
                | TemplateKind::Alias
                | TemplateKind::Guide
                | TemplateKind::Tile => return self.not_a_value(lookup, "a class template"),
            },
            Entity::Field(class, index) => self.unqualified_field(lookup, class, index, span)?,
            Entity::Local(local) => self.local(lookup.name, local, span)?,
            Entity::Expr(expr) => {
                let mut node = self.typed.exprs[expr].clone();
                if self.types.is_error(node.ty) {
                    return Err(Reported);
                }
                if let DeclName::Identifier(name) = lookup.name
                    && self.check.unevaluated == 0
                    && self.is_foreign(name, &Entity::Expr(expr))
                {
                    let local = self.bound_local(expr);
                    return Err(self.report_not_captured(name, local, span));
                }
                node.span = span;
                let named = self.typed.exprs.push(node);
                self.note_captured_constant(expr, named);
                named
            }
            Entity::Variable(var) => self.variable_as_declared(var, span)?,
            Entity::Enumerator(id, index) => self.enumerator(id, index, span)?,
            Entity::Value(args, index) => {
                let Some((value, ty)) = self.types.constant(args, index) else {
                    return Err(Reported);
                };
                let value = value.clone();
                self.template_value(value, ty, span)
            }
            Entity::Type(_) => return self.not_a_value(lookup, "a type"),
            Entity::Namespace(_) => return self.not_a_value(lookup, "a namespace"),
            Entity::ArgPack(_) | Entity::LocalPack(_) => {
                let message = format!(
                    "`{}` is a parameter pack; expand it with `...`",
                    self.show_name(lookup.name)
                );
                self.error(codes::UNEXPANDED_PACK, lookup.span, message);
                return Err(Reported);
            }
            Entity::TemplateParam(_)
            | Entity::Param(_)
            | Entity::DependentMember(_)
            | Entity::DependentValue(_) => {
                // Open template parameters occur in signatures only, which are not checked.
                let message =
                    format!("the value of `{}` is not known here", self.show_name(lookup.name));
                self.error(codes::NOT_A_VALUE, lookup.span, message);
                return Err(Reported);
            }
            Entity::Error => return Err(Reported),
        };
        Ok(Operand::Expr(expr))
    }

    /// A parameter or variable of this function, or a constant of an enclosing one.
    fn local(&mut self, name: DeclName, local: LocalId, span: Span) -> Check<ExprId> {
        self.check_initializer_names(local, span)?;
        self.typed.locals[local].n_named += 1;
        let ty = self.types.strip_ref(self.typed.locals[local].ty);
        if self.types.is_error(ty) {
            return Err(Reported);
        }
        if let DeclName::Identifier(name) = name
            && self.check.unevaluated == 0
            && self.is_foreign_local(name, local)
        {
            // Reading a constant is not an odr-use, so it needs no capture ([basic.def.odr]/5).
            let Some(constant) = self.typed.locals[local].constant.clone() else {
                return Err(self.report_not_captured(name, Some(local), span));
            };
            let declared = self.typed.locals[local].ty;
            if self.types.is_ref(declared) {
                return Ok(self.value_expr(constant, declared, span));
            }
            let value = self.types.strip_cv(ty);
            let constant = self.constant(constant, value, span);
            let named = self.typed.lvalue(ExprKind::Materialize(constant), ty, span);
            let scope = self.scope;
            self.check.foreign_constants.insert(named, (name, local, scope));
            return Ok(named);
        }
        Ok(self.typed.lvalue(ExprKind::Local(local), ty, span))
    }

    /// The variable that a structured binding names a part of; none for what a lambda has captured.
    pub(super) fn bound_local(&self, mut expr: ExprId) -> Option<LocalId> {
        loop {
            expr = match self.typed.exprs[expr].kind {
                ExprKind::Local(local) => return Some(local),
                ExprKind::Field { object, .. } => object,
                ExprKind::Base { object, .. } => object,
                ExprKind::Deref(pointer) => pointer,
                ExprKind::PointerOffset { pointer, .. } => pointer,
                ExprKind::Convert { operand, .. } => operand,
                _ => return None,
            };
        }
    }

    /// The variable of the same function that a variable of a block hides.
    fn local_hidden_by(&self, local: LocalId) -> Option<LocalId> {
        let name = self.typed.locals[local].name?;
        self.scopes.chain(self.scope).find_map(|scope| {
            self.scopes[scope].locals.all(name).find_map(|entity| match *entity {
                Entity::Local(other) if other != local => Some(other),
                _ => None,
            })
        })
    }

    /// A variable is in scope in its own initialiser ([basic.scope.pdecl]/1), but a type that is
    /// deduced is not known there ([dcl.spec.auto.general]/11), and a reference refers to nothing.
    pub(super) fn check_initializer_names(&mut self, local: LocalId, span: Span) -> Check<()> {
        if !self.check.initializing.contains(&local) {
            return Ok(());
        }
        let ty = self.typed.locals[local].ty;
        let is_evaluated = self.check.unevaluated == 0;
        let is_read = is_evaluated && self.types.is_ref(ty);
        if !self.types.has_placeholder(ty) && !is_read {
            self.typed.locals[local].names_itself |= is_evaluated;
            return Ok(());
        }
        let name = self.typed.locals[local].name.map_or("", |name| self.text(name));
        let message = format!("`{name}` is used in its own initialiser");
        let diagnostic = Diagnostic::new(codes::CYCLE, span, message);
        let diagnostic = match self.local_hidden_by(local) {
            Some(outer) => diagnostic
                .secondary(self.typed.locals[outer].span, "this variable is hidden by it")
                .help(format!(
                    "without `auto`, `{name} = ...` assigns to the variable that is hidden"
                )),
            None => diagnostic.secondary(self.typed.locals[local].span, "declared here"),
        };
        self.report(diagnostic);
        Err(Reported)
    }

    fn not_a_value<T>(&mut self, lookup: &NameLookup<'a>, what: &str) -> Check<T> {
        let message =
            format!("`{}` is {what}, but a value is expected here", self.show_name(lookup.name));
        let mut diagnostic = Diagnostic::new(codes::NOT_A_VALUE, lookup.span, message);
        if what == "a type" {
            let end = Span::new(lookup.span.hi, lookup.span.hi);
            let title = format!("write `{}{{}}` for an object of it", self.show_name(lookup.name));
            diagnostic = diagnostic.fix(title, Applicability::Maybe, end, "{}");
        }
        self.report(diagnostic);
        Err(Reported)
    }

    fn converted_args(
        &mut self,
        lookup: &NameLookup<'a>,
        template: crate::entity::TemplateId,
    ) -> Check<Args> {
        let Some(args) = lookup.args else {
            return self.not_a_value(lookup, "a template without its arguments");
        };
        let scope = self.scope;
        let raw = self.resolve_template_args(scope, args).ok_or(Reported)?;
        self.convert_template_args(template, raw, lookup.span).ok_or(Reported)
    }

    /// The explicit template arguments of a name, resolved.
    pub fn explicit_args(&mut self, args: Option<&'a ast::TemplateArgs>) -> Check<Option<Args>> {
        match args {
            None => Ok(None),
            Some(args) => {
                let scope = self.scope;
                self.resolve_template_args(scope, args).map(Some).ok_or(Reported)
            }
        }
    }

    /// Functions found by a name that stands alone; members get `*this` as their object.
    pub fn overload_set(&mut self, lookup: &NameLookup<'a>, span: Span) -> Check<Operand> {
        let args = self.explicit_args(lookup.args)?;
        let naming_class = lookup.found.naming_class;
        let is_member = lookup.found.entities.iter().any(|entity| self.is_member(entity));
        let object = if is_member {
            match (self.this_here(span), naming_class) {
                (Some(this), Some(class)) => {
                    let object = self.deref(this, span)?;
                    let from = self.types.class_of(self.typed.exprs[object].ty);
                    let fits = from.is_some_and(|from| self.base_depth(from, class).is_some());
                    fits.then_some(object)
                }
                _ => None,
            }
        } else {
            None
        };
        let is_local = matches!(
            lookup.found.entities.first(),
            Some(Entity::Function(f)) if self.entities[*f].owner == crate::entity::Owner::Function
        );
        Ok(Operand::Overloads(Box::new(OverloadSet {
            entities: lookup.found.entities.clone(),
            args,
            name: lookup.name,
            span,
            object,
            naming_class,
            adl: !lookup.is_qualified && !is_member && !is_local,
            is_qualified: lookup.is_qualified,
        })))
    }

    fn is_member(&self, entity: &Entity) -> bool {
        let owner = match *entity {
            Entity::Function(function) => self.entities[function].owner,
            Entity::Template(template) => self.entities[template].owner,
            _ => return false,
        };
        matches!(owner, crate::entity::Owner::Class(_)) && !self.is_friend(entity)
    }

    fn is_friend(&self, entity: &Entity) -> bool {
        match *entity {
            Entity::Template(template) => self.entities[template].is_friend,
            _ => false,
        }
    }

    /// A field named without an object: of `*this`, or unevaluated ([expr.prim.id.general]/3).
    fn unqualified_field(
        &mut self,
        lookup: &NameLookup<'a>,
        class: ClassId,
        index: u32,
        span: Span,
    ) -> Check<ExprId> {
        let this = self.this_here(span);
        if let Some(this) = this {
            let object = self.deref(this, span)?;
            let naming = lookup.found.naming_class.filter(|_| lookup.is_qualified);
            let object = self.named_through(object, naming, lookup.span)?;
            let from = self.types.class_of(self.typed.exprs[object].ty);
            if let Some(from) = from
                && self.member_path(from, class).is_some()
            {
                return self.field(object, class, index, span);
            }
        }
        if self.check.unevaluated > 0 {
            let ty = self.entities[class].ty;
            let object = self.declval(ty, ValueCategory::LValue);
            return self.field(object, class, index, span);
        }
        if self.lacks_this_capture() && self.this_through(span).is_some() {
            let name = self.show_name(lookup.name);
            let owner = self.show(self.entities[class].ty);
            let message = format!(
                "`{name}` is a member of `{owner}`, and the lambda does not capture `this`"
            );
            return Err(self.report_this_not_captured(&message, lookup.span));
        }
        let message = format!(
            "invalid use of the non-static data member `{}` without an object",
            self.show_name(lookup.name)
        );
        self.error(codes::NO_THIS, lookup.span, message);
        Err(Reported)
    }

    /// `object.name`, `pointer->name` ([expr.ref]).
    pub fn member(
        &mut self,
        object: ast::ExprId,
        arrow: bool,
        name: ast::QualNameId,
        span: Span,
    ) -> Check<Operand> {
        let written = object;
        let object = self.expr(object)?;
        let object = if arrow { self.arrow(object, span)? } else { object };
        let ty = self.typed.exprs[object].ty;
        if let Some(class) = self.types.class_of(ty) {
            let scope = self.scope;
            self.note_object(scope, written, class, ty);
        }
        self.member_of(object, name, span)
    }

    /// The object that `->` leads to: through operator-> as often as there is one
    /// ([over.ref]).
    fn arrow(&mut self, object: ExprId, span: Span) -> Check<ExprId> {
        let mut object = object;
        for _ in 0..64 {
            let Some(class) = self.types.class_of(self.typed.exprs[object].ty) else { break };
            let name = DeclName::Operator(ast::OverloadedOperator::Arrow);
            let ty = self.entities[class].ty;
            if !self.require_complete(ty, span) {
                return Err(Reported);
            }
            let found = self.lookup_member(class, name);
            if found.is_empty() {
                let ty = self.entities[class].ty;
                let message = format!("`{}` is not a pointer; write `.`", self.show(ty));
                self.error(codes::INVALID_OPERAND, span, message);
                return Err(Reported);
            }
            let set = OverloadSet {
                entities: found.entities,
                args: None,
                name,
                span,
                object: Some(object),
                naming_class: Some(class),
                adl: false,
                is_qualified: false,
            };
            object = self.call_overloads(set, Vec::new(), span)?;
        }
        let pointer = self.load(object);
        self.deref(pointer, span)
    }

    fn member_of(&mut self, object: ExprId, id: ast::QualNameId, span: Span) -> Check<Operand> {
        let name = &self.ast[id];
        let ty = self.typed.exprs[object].ty;
        let Some(class) = self.types.class_of(ty) else {
            return self.pseudo_member(object, name, span);
        };
        let is_known = self.typed.exprs[object].category.is_glvalue()
            && self.is_in_definition(self.scope, class);
        if !is_known && !self.require_complete(ty, span) {
            return Err(Reported);
        }
        if matches!(name.last.id, UnqualifiedId::Destructor(_))
            && let Some(destructor) = self.special_members(class).destructor
        {
            return Ok(Operand::Overloads(Box::new(OverloadSet {
                entities: smallvec![Entity::Function(destructor)],
                args: None,
                name: DeclName::Destructor,
                span,
                object: Some(object),
                naming_class: None,
                adl: false,
                is_qualified: name.is_qualified(),
            })));
        }
        let mut lookup = self.lookup_member_name(class, id)?;
        let scope = self.scope;
        self.note_site(scope, lookup.name, |_| Some(SiteContext::Member(class, ty)));
        self.select_conversion(&mut lookup, id)?;
        self.note_use(scope, lookup.name, lookup.span, name.span, &lookup.found);
        let found = &lookup.found;
        if found.is_empty() {
            self.report_no_member(Qualifier::Class(class), lookup.name, lookup.span);
            return Err(Reported);
        }
        if found.is_ambiguous {
            let message = format!("`{}` is ambiguous", self.unit.sources.text(lookup.span));
            self.error(codes::AMBIGUOUS_NAME, lookup.span, message);
            return Err(Reported);
        }
        self.require_member_of(class, &lookup)?;
        let found = &lookup.found;
        self.check_found_access(scope, found, lookup.name, Some(class), lookup.span);
        match found.entities[0].clone() {
            Entity::Field(owner, index) => {
                let naming = found.naming_class.filter(|_| lookup.is_qualified);
                let object = self.named_through(object, naming, lookup.span)?;
                self.field(object, owner, index, span).map(Operand::Expr)
            }
            Entity::Function(_) | Entity::Template(_)
                if found.entities.iter().all(|entity| self.is_function_like(entity)) =>
            {
                let args = self.explicit_args(lookup.args)?;
                Ok(Operand::Overloads(Box::new(OverloadSet {
                    entities: found.entities.clone(),
                    args,
                    name: lookup.name,
                    span,
                    object: Some(object),
                    naming_class: found.naming_class,
                    adl: false,
                    is_qualified: lookup.is_qualified,
                })))
            }
            // Static members and enumerators: the object is evaluated for nothing.
            _ => {
                let operand = self.named(&lookup, span)?;
                match operand {
                    Operand::Expr(second) if self.has_effects(object) => {
                        Ok(Operand::Expr(self.comma_node(object, second, span)))
                    }
                    operand => Ok(operand),
                }
            }
        }
    }

    /// A qualified name behind an object is that of a member of its class or of a base ([expr.ref]/6).
    fn require_member_of(&mut self, class: ClassId, lookup: &NameLookup<'_>) -> Check<()> {
        let naming = lookup.found.naming_class.filter(|_| lookup.is_qualified);
        let Some(naming) = naming.filter(|&naming| naming != class) else { return Ok(()) };
        if self.entities[class].is_pattern || self.is_base_of(naming, class) {
            return Ok(());
        }
        let (name, naming, class) = (
            self.show_name(lookup.name),
            self.show(self.entities[naming].ty),
            self.show(self.entities[class].ty),
        );
        let message =
            format!("`{name}` is a member of `{naming}`, which is not a base of `{class}`");
        self.error(codes::NO_MEMBER, lookup.span, message);
        Err(Reported)
    }

    /// A variable with the type that its declarations in front of this place give it: an array has no bound yet in front of the
    /// one that names it ([dcl.array]/6).
    fn variable_as_declared(&mut self, var: VarId, span: Span) -> Check<ExprId> {
        let expr = self.variable(var, span)?;
        if let Some(bounded_from) = self.entities[var].bounded_from
            && let Some((_, here)) = self.scopes.enclosing_namespace(self.scope)
            && here < bounded_from
            && let TyKind::Array(elem, _) = *self.types.kind(self.typed.exprs[expr].ty)
        {
            self.typed.exprs[expr].ty = self.types.array(elem, ArrayLen::Unknown);
        }
        Ok(expr)
    }

    /// `operator T` names the conversion functions to `T` and what is deduced from templates to
    /// yield `T` ([class.conv.fct]/1, [temp.mem]/5).
    pub(super) fn select_conversion(
        &mut self,
        lookup: &mut NameLookup<'a>,
        id: ast::QualNameId,
    ) -> Check<()> {
        let UnqualifiedId::Conversion(ty) = self.ast[id].last.id else { return Ok(()) };
        let scope = self.scope;
        let target = self.resolve_type(scope, ty);
        if self.types.is_error(target) {
            return Err(Reported);
        }
        let Some(class) = lookup.found.naming_class else { return Ok(()) };
        lookup.found = self.conversions_to(class, target, lookup.span);
        Ok(())
    }

    /// Whether a name that a class has is what the name means in a scope, if it means a type there.
    fn is_found_from(&mut self, scope: ScopeId, name: DeclName, found: &LookupResult) -> bool {
        let seen = self.lookup_wanted(scope, name, Wanted::Scopes);
        match (&seen.entities[..], &found.entities[..]) {
            ([Entity::Type(seen)], [Entity::Type(found)]) => seen == found,
            _ => true,
        }
    }

    /// Looks a member name up in the class of the object; a qualified one where it says.
    fn lookup_member_name(&mut self, class: ClassId, id: ast::QualNameId) -> Check<NameLookup<'a>> {
        let name = &self.ast[id];
        let scope = self.scope;
        if name.is_qualified() {
            // A qualifier that the class of the object has is that, and named here all the same
            // ([basic.lookup.classref]/4).
            if let Some(first) = name.qualifiers.first().filter(|_| !name.is_global)
                && let Some(key) = crate::check::enter::segment_name(first)
            {
                let mut found = self.lookup_member(class, key);
                self.filter(&mut found, Wanted::Scopes);
                // A template parameter of that name is another type.
                if self.is_found_from(scope, key, &found) {
                    self.check_found_access(scope, &found, key, None, first.span);
                }
            }
            // The qualifier may be a base of the object's class, seen from inside of it.
            let within = self.entities[class].scope;
            let inner = self.tentatively(|cx| cx.lookup_name(within, id));
            if let Ok(Some(lookup)) = inner
                && !lookup.found.is_empty()
            {
                return Ok(lookup);
            }
            return self.lookup_name(scope, id).ok_or(Reported);
        }
        let key = match &name.last.id {
            UnqualifiedId::Conversion(_) => DeclName::Conversion,
            UnqualifiedId::Destructor(_) => DeclName::Destructor,
            _ => crate::check::enter::segment_name(&name.last).ok_or(Reported)?,
        };
        let found = self.lookup_member(class, key);
        if name.last.template_keyword && !self.require_template(&found, key, name.last.span) {
            return Err(Reported);
        }
        Ok(NameLookup {
            found,
            args: name.last.args.as_ref(),
            is_qualified: false,
            name: key,
            span: name.last.span,
        })
    }

    /// `p->~T()` on a scalar does nothing ([expr.prim.id.dtor]); other members it has none.
    fn pseudo_member(
        &mut self,
        object: ExprId,
        name: &'a ast::QualName,
        span: Span,
    ) -> Check<Operand> {
        let ty = self.typed.exprs[object].ty;
        if self.types.is_error(ty) {
            return Err(Reported);
        }
        let is_scalar = !matches!(self.types.kind(ty), TyKind::Array(..) | TyKind::Function(_));
        if matches!(name.last.id, UnqualifiedId::Destructor(_)) && is_scalar {
            return Ok(Operand::Expr(self.convert(ConvertKind::ToVoid, object, Ty::VOID, span)));
        }
        let member = self.unit.sources.text(name.last.span).to_owned();
        let message = if self.types.pointee(ty).is_some() {
            format!("`{}` is a pointer; reach its members with `->`", self.show(ty))
        } else {
            format!("`{}` is not a class, so it has no member `{member}`", self.show(ty))
        };
        self.error(codes::NO_MEMBER, name.last.span, message);
        Err(Reported)
    }
}

impl<'a> Cx<'a> {
    /// A variable with static storage.
    pub fn variable(&mut self, var: crate::entity::VarId, span: Span) -> Check<ExprId> {
        let ty = self.variable_type(var, span);
        if self.types.is_error(ty) {
            return Err(Reported);
        }
        self.warn_deprecated_variable(var, span);
        let mut ty = self.types.strip_ref(ty);
        // The host sets it between launches; on the device it is a constant.
        if self.entities[var].spaces.has(lang::ast::Spaces::CONSTANT) {
            ty = self.types.add_const(ty);
        }
        Ok(self.typed.lvalue(ExprKind::Global(var), ty, span))
    }

    fn enumerator(&mut self, id: crate::entity::EnumId, index: u32, span: Span) -> Check<ExprId> {
        let Some(enumerator) = self.entities[id].enumerators.get(index as usize) else {
            return Err(Reported);
        };
        let value = Value::Int(enumerator.value);
        self.warn_deprecated_enumerator(id, index, span);
        // Inside its own enumeration an enumerator has the underlying type ([dcl.enum]/5).
        let ty = if self.entities[id].state == EnumState::Complete {
            self.entities[id].ty
        } else {
            self.entities[id].underlying
        };
        Ok(self.constant(value, ty, span))
    }

    /// A non-type template parameter ([temp.param]/8): a prvalue, or for a class the lvalue of
    /// an object that all uses share.
    fn template_value(&mut self, value: Value, ty: Ty, span: Span) -> ExprId {
        if self.types.is_ref(ty) {
            return self.value_expr(value, ty, span);
        }
        let constant = self.constant(value, ty, span);
        if self.types.class_of(ty).is_some() {
            let ty = self.types.add_const(ty);
            return self.typed.lvalue(ExprKind::Materialize(constant), ty, span);
        }
        constant
    }

    /// The object of a member that was found in class `naming`: the base subobject of that class
    /// ([class.access.base]/5). Of several bases that have the member, the name says which.
    pub fn named_through(
        &mut self,
        object: ExprId,
        naming: Option<ClassId>,
        span: Span,
    ) -> Check<ExprId> {
        let Some(from) = self.types.class_of(self.typed.exprs[object].ty) else {
            return Ok(object);
        };
        match naming {
            Some(naming) if naming != from && self.is_base_of(naming, from) => {
                match self.base_path(from, naming) {
                    Some(path) => Ok(self.base_along(object, &path)),
                    None => Err(self.report_ambiguous_base(naming, from, span)),
                }
            }
            Some(_) | None => Ok(object),
        }
    }

    fn report_ambiguous_base(&mut self, base: ClassId, derived: ClassId, span: Span) -> Reported {
        if self.entities[derived].has_virtual_base {
            let message = format!(
                "`{}` has a virtual base, which tile code cannot have",
                self.show(self.entities[derived].ty)
            );
            self.error(codes::VIRTUAL_BASE, span, message);
            return Reported;
        }
        let (base, derived) =
            (self.show(self.entities[base].ty), self.show(self.entities[derived].ty));
        let message = format!("`{derived}` has more than one base `{base}`");
        self.error(codes::AMBIGUOUS_NAME, span, message);
        Reported
    }

    /// The steps from an object of class `from` to its subobject of class `to`: bases, then
    /// anonymous unions and structs.
    pub fn member_path(&mut self, from: ClassId, to: ClassId) -> Option<SmallVec<[PathStep; 2]>> {
        if from == to {
            return Some(SmallVec::new());
        }
        if self.base_depth(from, to).is_some() {
            return Some(SmallVec::from_iter([PathStep::Base(to)]));
        }
        // One of several such bases.
        if self.is_base_of(to, from) {
            return None;
        }
        for index in 0..self.entities[from].fields.len() {
            let field = &self.entities[from].fields[index];
            if field.name.is_none()
                && field.bit_width.is_none()
                && let Some(inner) = self.types.class_of(field.ty)
                && let Some(rest) = self.member_path(inner, to)
            {
                let mut path = SmallVec::from_iter([PathStep::Field(index as u32)]);
                path.extend(rest);
                return Some(path);
            }
        }
        for index in 0..self.entities[from].bases.len() {
            let base = self.entities[from].bases[index].class;
            if let Some(rest) = self.member_path(base, to) {
                let mut path = SmallVec::from_iter([PathStep::Base(base)]);
                path.extend(rest);
                return Some(path);
            }
        }
        None
    }

    /// The same by the classes on the way, and which of its subobjects each step leads to: bases, then
    /// fields.
    pub fn subobject_path(&mut self, from: ClassId, to: ClassId) -> Option<Vec<(ClassId, u32)>> {
        let (mut path, mut at) = (Vec::new(), from);
        for step in self.member_path(from, to)? {
            match step {
                PathStep::Base(base) => {
                    for index in self.base_path(at, base)? {
                        path.push((at, index));
                        at = self.entities[at].bases[index as usize].class;
                    }
                }
                PathStep::Field(index) => {
                    let (bases, _, is_union) = self.field_info(at, index);
                    path.push((at, if is_union { index } else { bases + index }));
                    at = self.types.class_of(self.entities[at].fields[index as usize].ty)?;
                }
            }
        }
        Some(path)
    }

    /// The class whose member a field of `class` is: that of an anonymous union or struct is one of the
    /// class around it ([class.union.anon]/1).
    pub fn naming_class(&self, class: ClassId) -> ClassId {
        let mut class = class;
        while let Owner::Class(outer) = self.entities[class].owner
            && self.entities[class].name.is_none()
            && self.entities[outer]
                .fields
                .iter()
                .any(|field| field.name.is_none() && self.types.class_of(field.ty) == Some(class))
        {
            class = outer;
        }
        class
    }

    /// The member of an object: through its bases and anonymous members, with the qualifiers of
    /// the object ([expr.ref]/6).
    pub fn field(
        &mut self,
        object: ExprId,
        class: ClassId,
        index: u32,
        span: Span,
    ) -> Check<ExprId> {
        let Some(from) = self.types.class_of(self.typed.exprs[object].ty) else {
            return Err(Reported);
        };
        let mut object = self.materialize(object);
        let Some(path) = self.member_path(from, class) else {
            if self.is_base_of(class, from) {
                return Err(self.report_ambiguous_base(class, from, span));
            }
            let (member, object) =
                (self.show(self.entities[class].ty), self.show(self.entities[from].ty));
            let message = format!("this is a member of `{member}`, which `{object}` is not");
            self.error(codes::NO_MEMBER, span, message);
            return Err(Reported);
        };
        let mut at = from;
        for step in path {
            match step {
                PathStep::Base(base) => {
                    object = self.base_subobject(object, base);
                    at = base;
                }
                PathStep::Field(index) => {
                    object = self.own_field(object, at, index, span)?;
                    at = self.types.class_of(self.typed.exprs[object].ty).unwrap_or(at);
                }
            }
        }
        self.own_field(object, class, index, span)
    }

    fn own_field(
        &mut self,
        object: ExprId,
        class: ClassId,
        index: u32,
        span: Span,
    ) -> Check<ExprId> {
        let Some(field) = self.entities[class].fields.get(index as usize) else {
            return Err(Reported);
        };
        let (ty, is_mutable) = (field.ty, field.is_mutable);
        let node = &self.typed.exprs[object];
        let (object_ty, category) = (node.ty, node.category);
        let kind = ExprKind::Field { object, index };
        match *self.types.kind(ty) {
            TyKind::Error => Err(Reported),
            TyKind::LRef(referent) | TyKind::RRef(referent) => {
                Ok(self.typed.lvalue(kind, referent, span))
            }
            _ => {
                let cv = self.types.cv(object_ty);
                let cv = if is_mutable { cv.without(Cv::CONST) } else { cv };
                let ty = self.types.qualified(ty, cv);
                Ok(self.typed.expr(kind, ty, category, span))
            }
        }
    }

    /// Whether evaluating the expression does anything beyond giving its value. Errs on the safe
    /// side.
    pub fn has_effects(&self, expr: ExprId) -> bool {
        match &self.typed.exprs[expr].kind {
            ExprKind::Const(_)
            | ExprKind::String(_)
            | ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Function(_)
            | ExprKind::This
            | ExprKind::Zero
            | ExprKind::Uninitialized => false,
            ExprKind::Field { object, .. }
            | ExprKind::Base { object, .. }
            | ExprKind::Derived { object, .. } => self.has_effects(*object),
            ExprKind::Deref(inner)
            | ExprKind::AddressOf(inner)
            | ExprKind::Load(inner)
            | ExprKind::Materialize(inner)
            | ExprKind::Convert { kind: ConvertKind::NoOp, operand: inner } => {
                self.has_effects(*inner)
            }
            _ => true,
        }
    }

    pub fn comma_node(&mut self, first: ExprId, second: ExprId, span: Span) -> ExprId {
        let node = &self.typed.exprs[second];
        let (ty, category) = (node.ty, node.category);
        self.typed.expr(ExprKind::Comma { first, second }, ty, category, span)
    }
}

/// One step of [`Cx::member_path`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathStep {
    Base(ClassId),
    Field(u32),
}
