//! Aggregate initialisation of arrays, classes and unions ([dcl.init.aggr]).
//!
//! In: an aggregate type and the items of a list, with their designators. Out: a prvalue with one
//! initialiser an element, in the order of declaration; where braces are left out, an element takes
//! as many items as it needs.

use lang::ast::{self, Ident};
use lang::base::{Diagnostic, NoteKind, Span};

use super::Form;
use crate::Cx;
use crate::check::operand::{BracedList, Check, ListItem, Operand, Reported};
use crate::codes;
use crate::convert::Context;
use crate::entity::{ClassId, Entity, Field};
use crate::ty::{ArrayLen, Ty, TyKind};
use crate::typed::{ExprId, ExprKind};

impl<'a> Cx<'a> {
    /// The member of a union that a list without designators initialises ([dcl.init.aggr]/5.3).
    fn first_named_field(&self, class: ClassId) -> Option<usize> {
        let fields = &self.entities[class].fields;
        fields.iter().position(|field| field.name.is_some() || field.bit_width.is_none())
    }

    /// Aggregate initialisation ([dcl.init.aggr]) of an array or an aggregate class.
    pub fn initialize_aggregate(&mut self, ty: Ty, list: BracedList, span: Span) -> Check<ExprId> {
        let ty = self.types.unqualified(ty);
        if let TyKind::Class(class) = *self.types.kind(ty) {
            if self.entities[class].key == ast::TagKey::Union {
                return self.initialize_union(class, list, span);
            }
            if list.items.iter().any(|item| item.designator.is_some()) {
                return self.initialize_designated(class, list, span);
            }
        }
        let list_span = list.span;
        let mut items = list.items.into_iter().peekable();
        let made = self.aggregate_from(ty, &mut items, span)?;
        if let Some(extra) = items.next() {
            let at = extra.value.span(self);
            let message = format!("too many initialisers for `{}`", self.show(ty));
            let mut diagnostic = Diagnostic::new(codes::INITIALIZER_COUNT, at, message);
            if at != list_span {
                diagnostic = diagnostic.label("this one is too many");
            }
            self.report(diagnostic);
            return Err(Reported);
        }
        Ok(made)
    }

    /// `T(a, b)` for an aggregate: narrowing is allowed, braces are not left out, and what has no
    /// initialiser is value-initialised ([dcl.init.general]/16.5, 16.6.2.2).
    pub fn parenthesized_aggregate(
        &mut self,
        ty: Ty,
        args: Vec<Operand>,
        span: Span,
    ) -> Check<ExprId> {
        let mut args = args.into_iter();
        let (ty, elements, filler) = match self.types.kind(ty).clone() {
            TyKind::Array(elem, len) => {
                let known = match len {
                    ArrayLen::Known(len) => Some(len),
                    ArrayLen::Unknown | ArrayLen::Dependent(_) => None,
                };
                let count =
                    known.map_or(usize::MAX, |len| usize::try_from(len).unwrap_or(usize::MAX));
                let mut elements = Vec::new();
                for arg in args.by_ref().take(count) {
                    let at = arg.span(self);
                    elements.push(self.initialize(elem, arg, Form::Copy, at)?);
                }
                let given = elements.len() as u64;
                let filler = match known {
                    Some(len) if given < len => Some(self.value_initialize(elem, span)?),
                    Some(_) | None => None,
                };
                let elem = self.types.unqualified(elem);
                let ty = self.types.array(elem, ArrayLen::Known(known.unwrap_or(given)));
                (ty, elements, filler)
            }
            TyKind::Class(class) => {
                let mut elements = Vec::new();
                for index in 0..self.entities[class].bases.len() {
                    let base = self.entities[class].bases[index].ty;
                    elements.push(match args.next() {
                        Some(arg) => {
                            let at = arg.span(self);
                            self.initialize(base, arg, Form::Copy, at)?
                        }
                        None => self.value_initialize(base, span)?,
                    });
                }
                for index in 0..self.entities[class].fields.len() {
                    let field = self.entities[class].fields[index].clone();
                    let is_unnamed_bits = field.name.is_none() && field.bit_width.is_some();
                    if is_unnamed_bits {
                        elements.push(self.typed.prvalue(ExprKind::Zero, field.ty, span));
                        continue;
                    }
                    elements.push(match args.next() {
                        Some(arg) => {
                            let at = arg.span(self);
                            let value = self.initialize(field.ty, arg, Form::Copy, at)?;
                            self.fit_field(&field, value, at)
                        }
                        None => self.missing_field(class, &field, span)?,
                    });
                }
                (ty, elements, None)
            }
            _ => return Err(Reported),
        };
        if let Some(extra) = args.next() {
            let at = extra.span(self);
            let message = format!("too many initialisers for `{}`", self.show(ty));
            self.report(
                Diagnostic::new(codes::INITIALIZER_COUNT, at, message)
                    .label("this one is too many"),
            );
            return Err(Reported);
        }
        Ok(self.typed.prvalue(ExprKind::Aggregate { elements: elements.into(), filler }, ty, span))
    }

    /// Initialises the elements of an aggregate from the items that follow; leaves those that it
    /// does not need ([dcl.init.aggr]/14).
    fn aggregate_from(&mut self, ty: Ty, items: &mut Items, span: Span) -> Check<ExprId> {
        match self.types.kind(ty).clone() {
            TyKind::Array(elem, len) => {
                let known = match len {
                    ArrayLen::Known(len) => Some(len),
                    ArrayLen::Unknown | ArrayLen::Dependent(_) => None,
                };
                let mut elements = Vec::new();
                while items.peek().is_some()
                    && known.is_none_or(|len| (elements.len() as u64) < len)
                {
                    let n_items = items.len();
                    elements.push(self.aggregate_element(elem, items, span)?);
                    // A class without elements takes none, however many there are.
                    if items.len() == n_items {
                        break;
                    }
                }
                let count = elements.len() as u64;
                let filler = match known {
                    Some(len) if count < len => {
                        let empty = BracedList { items: Vec::new(), span };
                        Some(self.initialize_list(elem, empty, Form::Copy, span)?)
                    }
                    _ => None,
                };
                let len = ArrayLen::Known(known.unwrap_or(count));
                let elem = self.types.unqualified(elem);
                let ty = self.types.array(elem, len);
                let kind = ExprKind::Aggregate { elements: elements.into(), filler };
                Ok(self.typed.prvalue(kind, ty, span))
            }
            TyKind::Class(class) if self.is_union(class) => {
                let first = self.first_named_field(class);
                let (Some(index), Some(_)) = (first, items.peek()) else {
                    return Ok(self.typed.prvalue(ExprKind::Zero, ty, span));
                };
                let field = self.entities[class].fields[index].clone();
                let value = self.aggregate_element(field.ty, items, span)?;
                let value = self.fit_field(&field, value, span);
                let kind = ExprKind::Union { field: index as u32, value };
                Ok(self.typed.prvalue(kind, ty, span))
            }
            TyKind::Class(class) => {
                let mut elements = Vec::new();
                for index in 0..self.entities[class].bases.len() {
                    let base = self.entities[class].bases[index].ty;
                    elements.push(match items.peek() {
                        Some(_) => self.aggregate_element(base, items, span)?,
                        None => {
                            let empty = BracedList { items: Vec::new(), span };
                            self.initialize_list(base, empty, Form::Copy, span)?
                        }
                    });
                }
                for index in 0..self.entities[class].fields.len() {
                    let field = self.entities[class].fields[index].clone();
                    let is_unnamed_bits = field.name.is_none() && field.bit_width.is_some();
                    elements.push(match items.peek() {
                        _ if is_unnamed_bits => self.typed.prvalue(ExprKind::Zero, field.ty, span),
                        Some(_) => {
                            let value = self.aggregate_element(field.ty, items, span)?;
                            self.fit_field(&field, value, span)
                        }
                        None => self.missing_field(class, &field, span)?,
                    });
                }
                let kind = ExprKind::Aggregate { elements: elements.into(), filler: None };
                Ok(self.typed.prvalue(kind, ty, span))
            }
            _ => Err(Reported),
        }
    }

    /// A field that no item is left for ([dcl.init.aggr]/5).
    fn missing_field(&mut self, class: ClassId, field: &Field, span: Span) -> Check<ExprId> {
        if let Some(value) = self.default_element(class, field, span)? {
            return Ok(value);
        }
        if self.types.is_ref(field.ty) {
            let name = field.name.map_or("", |name| self.text(name));
            let message = format!("the reference member `{name}` is left without an initialiser");
            let diagnostic = Diagnostic::new(codes::MISSING_INITIALIZER, span, message).note_at(
                NoteKind::DeclaredHere,
                field.span,
                "declared here",
            );
            self.report(diagnostic);
            return Err(Reported);
        }
        let empty = BracedList { items: Vec::new(), span };
        self.initialize_list(field.ty, empty, Form::Copy, span)
    }

    /// One element, from one item or, where braces are left out, from as many as it takes
    /// ([dcl.init.aggr]/15).
    fn aggregate_element(&mut self, ty: Ty, items: &mut Items, span: Span) -> Check<ExprId> {
        let elides = match items.peek().map(|item| &item.value) {
            Some(value @ Operand::Expr(expr)) => {
                let (value, expr) = (value.clone(), *expr);
                self.takes_elided(ty, &value, expr)
            }
            _ => false,
        };
        if elides {
            let ty = self.types.unqualified(ty);
            return self.aggregate_from(ty, items, span);
        }
        let Some(item) = items.next() else { return Err(Reported) };
        let at = item.value.span(self);
        match item.value {
            Operand::List(list) => self.initialize_list(ty, *list, Form::Copy, at),
            value => self.initialize_element(ty, value, Form::Copy, at),
        }
    }

    /// Whether an aggregate takes its elements from the items around `value` instead of being
    /// initialised by it.
    fn takes_elided(&mut self, ty: Ty, value: &Operand, expr: ExprId) -> bool {
        let ty = self.types.unqualified(ty);
        match *self.types.kind(ty) {
            TyKind::Array(elem, _) => {
                let is_string = matches!(self.typed.exprs[expr].kind, ExprKind::String(_));
                let elem = self.types.strip_cv(elem);
                !(is_string && self.types.int_of(elem).is_some())
            }
            TyKind::Class(class) => {
                self.complete_class(class, Span::NONE);
                // One without elements takes none, and the rest of the list is not for what follows it
                // ([dcl.init.aggr]/14).
                self.special_members(class).aggregate
                    && !self.subobject_types(class).is_empty()
                    && self.implicit_conversion(value, ty, Context::IMPLICIT).is_err()
            }
            _ => false,
        }
    }

    /// `{.a = 1, .b = 2}`: in the order of the fields ([dcl.init.aggr]/3.1).
    fn initialize_designated(
        &mut self,
        class: ClassId,
        list: BracedList,
        span: Span,
    ) -> Check<ExprId> {
        let mut items = list.items.into_iter().peekable();
        let mut elements = Vec::new();
        for index in 0..self.entities[class].bases.len() {
            let base = self.entities[class].bases[index].ty;
            let empty = BracedList { items: Vec::new(), span };
            elements.push(self.initialize_list(base, empty, Form::Copy, span)?);
        }
        for index in 0..self.entities[class].fields.len() {
            let field = self.entities[class].fields[index].clone();
            let is_next = items
                .peek()
                .and_then(|item| item.designator)
                .is_some_and(|ident| Some(ident.name) == field.name);
            let item = if is_next { items.next() } else { None };
            let variant = match field.name {
                None => items.next_if(|item| self.names_variant(&field, item)),
                Some(_) => None,
            };
            if let Some(variant) = variant {
                // [dcl.init.aggr]/5: the anonymous union is initialised by `{ .member = value }`.
                let at = variant.value.span(self);
                let list = BracedList { items: vec![variant], span: at };
                elements.push(self.initialize_list(field.ty, list, Form::Copy, at)?);
                continue;
            }
            elements.push(match item {
                Some(item) => {
                    self.note_designator(class, index as u32, item.designator);
                    let at = item.value.span(self);
                    let value = match item.value {
                        Operand::List(list) => {
                            self.initialize_list(field.ty, *list, Form::Copy, at)?
                        }
                        value => self.initialize_element(field.ty, value, Form::Copy, at)?,
                    };
                    self.fit_field(&field, value, at)
                }
                None => self.missing_field(class, &field, span)?,
            });
        }
        if let Some(item) = items.next() {
            self.report_designator(class, item.designator, span);
            return Err(Reported);
        }
        let ty = self.entities[class].ty;
        let kind = ExprKind::Aggregate { elements: elements.into(), filler: None };
        Ok(self.typed.prvalue(kind, ty, span))
    }

    /// Whether the designator of an item names a member of the anonymous union `field`.
    fn names_variant(&self, field: &Field, item: &ListItem) -> bool {
        let (Some(ident), Some(union), None) =
            (item.designator, self.types.class_of(field.ty), field.bit_width)
        else {
            return false;
        };
        let mut fields = self.entities[union].fields.iter();
        self.is_union(union) && fields.any(|variant| variant.name == Some(ident.name))
    }

    fn note_designator(&mut self, class: ClassId, index: u32, designator: Option<Ident>) {
        if let Some(ident) = designator
            && let Some(scope) = self.check.context
        {
            self.note_entity(scope, ident.name, ident.span, Entity::Field(class, index));
        }
    }

    fn report_designator(&mut self, class: ClassId, designator: Option<Ident>, span: Span) {
        let class_name = self.show(self.entities[class].ty);
        let Some(ident) = designator else {
            let message = "designated and non-designated elements cannot be mixed in one list";
            return self.error(codes::INVALID_DESIGNATOR, span, message);
        };
        let name = self.text(ident.name);
        let is_field =
            self.entities[class].fields.iter().any(|field| field.name == Some(ident.name));
        let message = if is_field {
            format!("designators must be in declaration order, and `.{name}` is declared earlier")
        } else {
            format!("`{class_name}` has no field `{name}`")
        };
        let fields = self.entities[class].fields.iter().filter_map(|field| field.name);
        let fields: Vec<String> = fields.map(|name| format!("`.{}`", self.text(name))).collect();
        let mut diagnostic = Diagnostic::new(codes::INVALID_DESIGNATOR, ident.span, message);
        if is_field {
            diagnostic = diagnostic.help(format!("the order is {}", fields.join(", ")));
        }
        self.report(diagnostic);
    }

    /// A union takes one initialiser, for its first or the designated field.
    pub(super) fn initialize_union(
        &mut self,
        class: ClassId,
        mut list: BracedList,
        span: Span,
    ) -> Check<ExprId> {
        let ty = self.entities[class].ty;
        if list.items.len() > 1 {
            let message = format!("the union `{}` takes one initialiser", self.show(ty));
            self.error(codes::INITIALIZER_COUNT, list.span, message);
            return Err(Reported);
        }
        let item = list.items.pop();
        let designator = item.as_ref().and_then(|item| item.designator);
        let fields = &self.entities[class].fields;
        let index = match designator {
            Some(ident) => {
                let found = fields.iter().position(|field| field.name == Some(ident.name));
                let Some(index) = found else {
                    self.report_designator(class, designator, span);
                    return Err(Reported);
                };
                index
            }
            None if item.is_none() => {
                fields.iter().position(|field| self.field_initializer(field).is_some()).unwrap_or(0)
            }
            None => self.first_named_field(class).unwrap_or(0),
        };
        let Some(field) = self.entities[class].fields.get(index).cloned() else {
            return Ok(self.typed.prvalue(ExprKind::Zero, ty, span));
        };
        let value = match item.map(|item| item.value) {
            None => self.missing_field(class, &field, span)?,
            Some(Operand::List(list)) => self.initialize_list(field.ty, *list, Form::Copy, span)?,
            Some(value) => {
                let at = value.span(self);
                self.initialize_element(field.ty, value, Form::Copy, at)?
            }
        };
        Ok(self.typed.prvalue(ExprKind::Union { field: index as u32, value }, ty, span))
    }
}

type Items = std::iter::Peekable<std::vec::IntoIter<ListItem>>;
