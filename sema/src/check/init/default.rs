//! Default-initialisation, value-initialisation and default member initialisers
//! ([dcl.init.general]/7, 8, [class.mem.general]/10).
//!
//! In: a type without an initialiser, or with `()` or `{}`. Out: a prvalue, or nothing where the
//! object is left indeterminate; a `const` object is never left so ([dcl.init.general]/7).

use lang::ast;
use lang::base::Span;

use super::Form;
use crate::Cx;
use crate::check::expr::Checker;
use crate::check::operand::{BracedList, Check, Reported};
use crate::codes;
use crate::entity::{ClassId, Entity, Field, FunctionKind, FunctionOrigin};
use crate::evaluate::Query;
use crate::ty::{ArrayLen, Ty, TyKind};
use crate::typed::{ExprId, ExprKind};

impl<'a> Cx<'a> {
    /// No initialiser at all ([dcl.init.general]/7).
    pub fn default_initialize(&mut self, ty: Ty, span: Span) -> Check<ExprId> {
        if self.types.is_error(ty) {
            return Err(Reported);
        }
        let value = self.types.unqualified(ty);
        match self.types.kind(value).clone() {
            TyKind::LRef(_) | TyKind::RRef(_) => {
                let message = "a reference needs an initialiser";
                self.error(codes::MISSING_INITIALIZER, span, message);
                Err(Reported)
            }
            TyKind::Class(class) => {
                let made = self.construct_class(class, Vec::new(), Form::Direct, span)?;
                let trivial = matches!(self.typed.exprs[made].kind, ExprKind::Uninitialized);
                if trivial
                    && self.types.cv(ty).is_const()
                    && !self.special_members(class).empty
                    && !self.has_default_values(class)
                {
                    self.missing_const_initializer(ty, span)?;
                }
                Ok(made)
            }
            TyKind::Array(elem, len) => {
                let first = self.default_initialize(elem, span)?;
                if matches!(self.typed.exprs[first].kind, ExprKind::Uninitialized) {
                    return Ok(self.typed.prvalue(ExprKind::Uninitialized, value, span));
                }
                let ArrayLen::Known(_) = len else {
                    self.require_complete(value, span);
                    return Err(Reported);
                };
                let kind = ExprKind::Aggregate { elements: Box::default(), filler: Some(first) };
                Ok(self.typed.prvalue(kind, value, span))
            }
            _ => {
                if self.types.cv(ty).is_const() {
                    self.missing_const_initializer(ty, span)?;
                }
                Ok(self.typed.prvalue(ExprKind::Uninitialized, value, span))
            }
        }
    }

    fn missing_const_initializer(&mut self, ty: Ty, span: Span) -> Check<()> {
        let message = format!("a constant of type `{}` needs an initialiser", self.show(ty));
        self.error(codes::MISSING_INITIALIZER, span, message);
        Err(Reported)
    }

    /// Whether all fields of the class get a value from their own initialisers.
    fn has_default_values(&self, class: ClassId) -> bool {
        self.entities[class].fields.iter().all(|field| self.field_initializer(field).is_some())
    }

    /// `T()`, `T{}` ([dcl.init.general]/8).
    pub fn value_initialize(&mut self, ty: Ty, span: Span) -> Check<ExprId> {
        if self.types.is_error(ty) {
            return Err(Reported);
        }
        self.require_enumeration(ty, span)?;
        let value = self.types.unqualified(ty);
        match self.types.kind(value).clone() {
            TyKind::LRef(_) | TyKind::RRef(_) => {
                self.error(codes::MISSING_INITIALIZER, span, "a reference needs an initialiser");
                Err(Reported)
            }
            TyKind::Void => Ok(self.typed.prvalue(ExprKind::Zero, value, span)),
            TyKind::Class(class) => {
                let made = self.construct_class(class, Vec::new(), Form::Direct, span)?;
                if self.check.unevaluated > 0 {
                    // Nothing is made, so the initialisers of the fields are not needed.
                    return Ok(made);
                }
                match self.typed.exprs[made].kind {
                    ExprKind::Uninitialized => Ok(self.typed.prvalue(ExprKind::Zero, value, span)),
                    ExprKind::Construct { constructor, .. }
                        if self.entities[constructor].origin == FunctionOrigin::Implicit
                            || self.entities[constructor].definition
                                == crate::entity::Definition::Defaulted =>
                    {
                        // Zeroed first, then default-initialised: the fields without an
                        // initialiser of their own stay zero.
                        self.memberwise_value(class, span)
                    }
                    _ => Ok(made),
                }
            }
            TyKind::Array(elem, len) => {
                let ArrayLen::Known(_) = len else {
                    self.error(codes::ARRAY_BOUND, span, "the array has no bound");
                    return Err(Reported);
                };
                let filler = self.value_initialize(elem, span)?;
                if matches!(self.typed.exprs[filler].kind, ExprKind::Zero) {
                    return Ok(self.typed.prvalue(ExprKind::Zero, value, span));
                }
                let kind = ExprKind::Aggregate { elements: Box::default(), filler: Some(filler) };
                Ok(self.typed.prvalue(kind, value, span))
            }
            _ => Ok(self.typed.prvalue(ExprKind::Zero, value, span)),
        }
    }

    /// The object that an implicit default constructor makes of zeroed storage.
    fn memberwise_value(&mut self, class: ClassId, span: Span) -> Check<ExprId> {
        if self.entities[class].key == ast::TagKey::Union {
            return self.initialize_union(class, BracedList { items: Vec::new(), span }, span);
        }
        let bases: Vec<Ty> = self.entities[class].bases.iter().map(|base| base.ty).collect();
        let mut elements = Vec::new();
        for base in bases {
            elements.push(self.making_base(base, |cx| cx.value_initialize(base, span))?);
        }
        for index in 0..self.entities[class].fields.len() {
            let field = self.entities[class].fields[index].clone();
            elements.push(match self.default_element(class, &field, span)? {
                Some(value) => value,
                None => self.value_initialize(field.ty, span)?,
            });
        }
        let ty = self.entities[class].ty;
        let kind = ExprKind::Aggregate { elements: elements.into(), filler: None };
        Ok(self.typed.prvalue(kind, ty, span))
    }

    /// The initialiser in the declaration of a field.
    pub(super) fn field_initializer(&self, field: &Field) -> Option<&'a ast::Initializer> {
        match &self.ast[field.decl?].kind {
            ast::DeclKind::Field(field) => match &field.init {
                ast::Initializer::None => None,
                init => Some(init),
            },
            _ => None,
        }
    }

    /// The element of an aggregate that is not given: the default member initialiser, in which
    /// `this` is the object that the aggregate makes.
    pub fn default_element(
        &mut self,
        class: ClassId,
        field: &Field,
        span: Span,
    ) -> Check<Option<ExprId>> {
        let Some(value) = self.field_default(class, field, span)? else { return Ok(None) };
        let mentions_object = self
            .typed
            .subexpressions(value)
            .into_iter()
            .any(|part| matches!(self.typed.exprs[part].kind, ExprKind::This));
        if !mentions_object {
            return Ok(Some(value));
        }
        let mut node = self.typed.exprs[value].clone();
        node.kind = ExprKind::DefaultMember(value);
        Ok(Some(self.typed.exprs.push(node)))
    }

    /// The value of a default member initialiser ([class.mem.general]/10), checked in the class.
    pub fn field_default(
        &mut self,
        class: ClassId,
        field: &Field,
        span: Span,
    ) -> Check<Option<ExprId>> {
        let Some(init) = self.field_initializer(field) else { return Ok(None) };
        let Some(decl) = field.decl else { return Ok(None) };
        let scope = self.entities[class].scope;
        let query = Query::DefaultMember(class, decl);
        let checked = self.evaluating_hard(query, span, |cx| {
            Checker::new(cx, scope).initializer(field.ty, init, span)
        });
        let value = checked.ok_or(Reported)??;
        Ok(Some(self.fit_field(field, value, span)))
    }

    /// Whether the class has a default constructor, deleted or not.
    pub fn has_default_constructor(&mut self, class: ClassId) -> bool {
        if self.special_members(class).default_constructor.is_some() {
            return true;
        }
        self.constructors(class).iter().any(|entity| {
            let Entity::Function(function) = *entity else { return false };
            self.entities[function].kind == FunctionKind::Constructor
                && self.entities[function].params.iter().all(|param| param.default.is_some())
        })
    }
}
