//! Initialisation ([dcl.init]): every form, for every type.
//!
//! In: the type, and operands. Out: the initialiser as [`typed`](crate::typed) wants it: a
//! prvalue of the unqualified type for an object, the glvalue that it binds to for a reference.
//! What the type is decides first, then the form: `= e`, `(e...)`, `{e...}`, nothing.

use lang::ast::{self, Ident};
use lang::base::{Diagnostic, NoteKind, Span};

use super::expr::Checker;
use super::operand::{BracedList, Check, ListItem, Operand, Reported};
use crate::Cx;
use crate::codes;
use crate::convert::{Context, ConversionSequence, Mismatch};
use crate::entity::{
    ClassId, Entity, Field, FunctionId, FunctionKind, FunctionOrigin, Owner, SpecialKind,
};
use crate::overload::report::Wanted;
use crate::overload::{CandidateSet, Resolution};
use crate::ty::{ArrayLen, Ty, TyKind};
use crate::typed::{ExprId, ExprKind, ValueCategory};

/// [dcl.init.general]/14, 15
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `= e`, arguments, `return`: no explicit constructors.
    Copy,
    /// `T x(e)`, `T{e}`, casts.
    Direct,
}

impl Form {
    fn context(self) -> Context {
        match self {
            Form::Copy => Context::IMPLICIT,
            Form::Direct => Context::EXPLICIT,
        }
    }
}

impl<'a> Cx<'a> {
    /// Initialises an object or reference of type `to` by one operand.
    pub fn initialize(
        &mut self,
        to: Ty,
        operand: Operand,
        form: Form,
        span: Span,
    ) -> Check<ExprId> {
        if self.types.is_error(to) {
            return Err(Reported);
        }
        let operand = match operand {
            Operand::List(list) => return self.initialize_list(to, *list, form, span),
            Operand::Overloads(set) => {
                let Some(function) = self.address_of_overload(&set, to) else {
                    let operand = Operand::Overloads(set);
                    self.report_mismatch(&operand, to, &Mismatch::NoSuchOverload, span);
                    return Err(Reported);
                };
                Operand::Expr(self.function_expr(function, set.span))
            }
            Operand::Expr(expr) => {
                if self.types.is_error(self.typed.exprs[expr].ty) {
                    return Err(Reported);
                }
                Operand::Expr(expr)
            }
        };
        match *self.types.kind(to) {
            TyKind::LRef(referent) | TyKind::RRef(referent) => {
                self.initialize_reference(to, referent, operand, form, span)
            }
            TyKind::Array(elem, ref len) => {
                let len = len.clone();
                self.initialize_array(to, elem, len, operand, span)
            }
            _ => {
                let value = self.types.unqualified(to);
                match self.types.class_of(value) {
                    Some(class) => self.initialize_class(class, operand, form, span),
                    None => self.initialize_scalar(value, operand, form, span),
                }
            }
        }
    }

    /// Initialises by a parenthesised list ([dcl.init.general]/16).
    pub fn initialize_parenthesized(
        &mut self,
        to: Ty,
        mut args: Vec<Operand>,
        span: Span,
    ) -> Check<ExprId> {
        if self.types.is_error(to) {
            return Err(Reported);
        }
        if args.is_empty() {
            return self.value_initialize(to, span);
        }
        if args.len() == 1 {
            let arg = args.remove(0);
            if self.types.class_of(to).is_none() || !matches!(arg, Operand::List(_)) {
                return self.initialize(to, arg, Form::Direct, span);
            }
            args.push(arg);
        }
        let value = self.types.unqualified(to);
        if let Some(class) = self.types.class_of(value) {
            return self.construct_class(class, args, Form::Direct, span);
        }
        if let TyKind::Array(..) = self.types.kind(value) {
            let items = args.into_iter().map(|value| ListItem { designator: None, value });
            let list = BracedList { items: items.collect(), span };
            return self.initialize_aggregate(value, list, span);
        }
        let message =
            format!("`{}` is initialised by one value, not {}", self.show(to), args.len());
        self.error(codes::INITIALIZER_COUNT, span, message);
        Err(Reported)
    }

    fn initialize_scalar(
        &mut self,
        to: Ty,
        operand: Operand,
        form: Form,
        span: Span,
    ) -> Check<ExprId> {
        let Operand::Expr(expr) = operand else { return Err(Reported) };
        match self.implicit_conversion(&operand, to, form.context()) {
            Ok(ConversionSequence::Standard(_)) => Ok(self.apply_standard(expr, to)),
            Ok(ConversionSequence::User(user)) => {
                let converted = self.apply_user(expr, &user, span)?;
                Ok(self.apply_standard(converted, to))
            }
            Ok(ConversionSequence::Ambiguous | ConversionSequence::Ellipsis) => {
                self.report_ambiguous_conversion(&operand, to, span);
                Err(Reported)
            }
            Err(mismatch) => {
                self.report_mismatch(&operand, to, &mismatch, span);
                Err(Reported)
            }
        }
    }

    fn report_ambiguous_conversion(&mut self, operand: &Operand, to: Ty, span: Span) {
        let message = format!(
            "the conversion from {} to `{}` is ambiguous",
            operand.describe(self),
            self.show(to)
        );
        self.error(codes::AMBIGUOUS_CALL, span, message);
    }

    /// [dcl.init.ref]
    fn initialize_reference(
        &mut self,
        to: Ty,
        referent: Ty,
        operand: Operand,
        form: Form,
        span: Span,
    ) -> Check<ExprId> {
        let Operand::Expr(expr) = operand else { return Err(Reported) };
        match self.implicit_conversion(&operand, to, form.context()) {
            Ok(ConversionSequence::Ambiguous | ConversionSequence::Ellipsis) => {
                self.report_ambiguous_conversion(&operand, to, span);
                Err(Reported)
            }
            Ok(ConversionSequence::Standard(standard))
                if standard.binding.is_some_and(|b| b.binds_rvalue)
                    && self.types.class_of(referent).is_some()
                    && self.reference_related(referent, standard.from).is_none() =>
            {
                // A temporary of class type that no constructor was needed for: a base copied.
                let value = self.types.unqualified(referent);
                let value = self.initialize(value, operand, Form::Copy, span)?;
                Ok(self.temporary(value, referent, span))
            }
            Ok(sequence) => self.apply_reference(expr, referent, &sequence, span),
            Err(mismatch) => {
                self.report_mismatch(&operand, to, &mismatch, span);
                Err(Reported)
            }
        }
    }

    /// An array by a string literal ([dcl.init.string]), or by an array prvalue.
    fn initialize_array(
        &mut self,
        to: Ty,
        elem: Ty,
        len: ArrayLen,
        operand: Operand,
        span: Span,
    ) -> Check<ExprId> {
        let Operand::Expr(expr) = operand else { return Err(Reported) };
        if let Some(array) = self.string_initializer(expr, elem, &len, span)? {
            return Ok(array);
        }
        let node = &self.typed.exprs[expr];
        let (ty, category) = (node.ty, node.category);
        if category == ValueCategory::PRValue
            && self.types.unqualified(ty) == self.types.unqualified(to)
        {
            return Ok(expr);
        }
        self.report_mismatch(&operand, to, &Mismatch::NoConversion, span);
        Err(Reported)
    }

    /// `char a[] = "text"`: the elements with the final zero, and zeros to the end.
    fn string_initializer(
        &mut self,
        expr: ExprId,
        elem: Ty,
        len: &ArrayLen,
        span: Span,
    ) -> Check<Option<ExprId>> {
        let ExprKind::String(bytes) = &self.typed.exprs[expr].kind else { return Ok(None) };
        let bytes = bytes.clone();
        let TyKind::Array(unit, _) = *self.types.kind(self.typed.exprs[expr].ty) else {
            return Ok(None);
        };
        let (unit, elem) = (self.types.strip_cv(unit), self.types.strip_cv(elem));
        let is_char = |ty| matches!(ty, Ty::CHAR | Ty::SCHAR | Ty::UCHAR);
        let fits = unit == elem || (is_char(elem) && (is_char(unit) || unit == Ty::CHAR8));
        if !fits {
            return Ok(None);
        }
        let width = self.types.int_of(unit).map_or(1, |kind| kind.bits() as usize / 8);
        let units = bytes.chunks(width).map(|chunk| {
            chunk.iter().rev().fold(0i128, |value, &byte| value << 8 | i128::from(byte))
        });
        let mut elements: Vec<ExprId> = Vec::new();
        for unit in units {
            // Plain char is signed on the device.
            let value =
                if elem == Ty::CHAR || elem == Ty::SCHAR { unit as i8 as i128 } else { unit };
            let kind = ExprKind::Const(crate::constexpr::value::Value::Int(value));
            elements.push(self.typed.prvalue(kind, elem, span));
        }
        let count = elements.len() as u64;
        let len = match *len {
            ArrayLen::Known(len) => len,
            ArrayLen::Unknown | ArrayLen::Dependent(_) => count,
        };
        if count > len {
            let message =
                format!("the string has {count} characters with its final zero, the array {len}");
            self.error(codes::INITIALIZER_COUNT, span, message);
            return Err(Reported);
        }
        let filler = (count < len).then(|| self.typed.prvalue(ExprKind::Zero, elem, span));
        let ty = self.types.array(elem, ArrayLen::Known(len));
        let kind = ExprKind::Aggregate { elements: elements.into(), filler };
        Ok(Some(self.typed.prvalue(kind, ty, span)))
    }

    /// A class object by one operand that is no list ([dcl.init.general]/16.6).
    fn initialize_class(
        &mut self,
        class: ClassId,
        operand: Operand,
        form: Form,
        span: Span,
    ) -> Check<ExprId> {
        let Operand::Expr(expr) = operand else { return Err(Reported) };
        let ty = self.entities[class].ty;
        if !self.require_complete(ty, span) {
            return Err(Reported);
        }
        let node = &self.typed.exprs[expr];
        let (from, category) = (self.types.strip_cv(node.ty), node.category);
        if from == ty && category == ValueCategory::PRValue {
            return Ok(expr);
        }
        let is_related =
            self.types.class_of(from).is_some_and(|from| self.base_depth(from, class).is_some());
        if form == Form::Direct || is_related {
            return self.construct_class(class, vec![operand], form, span);
        }
        match self.implicit_conversion(&operand, ty, Context::IMPLICIT) {
            Ok(ConversionSequence::User(user)) => {
                let converted = self.apply_user(expr, &user, span)?;
                self.initialize_class(class, Operand::Expr(converted), Form::Direct, span)
            }
            Ok(ConversionSequence::Standard(_)) => {
                self.construct_class(class, vec![operand], form, span)
            }
            Ok(ConversionSequence::Ambiguous | ConversionSequence::Ellipsis) => {
                self.report_ambiguous_conversion(&operand, ty, span);
                Err(Reported)
            }
            Err(mismatch) => {
                self.report_mismatch(&operand, ty, &mismatch, span);
                Err(Reported)
            }
        }
    }

    /// Resolves the constructor for parenthesised arguments ([over.match.ctor]) and calls it; an
    /// aggregate without one that fits takes the arguments as elements ([dcl.init.general]/16.6.2).
    pub fn construct_class(
        &mut self,
        class: ClassId,
        args: Vec<Operand>,
        form: Form,
        span: Span,
    ) -> Check<ExprId> {
        let ty = self.entities[class].ty;
        if !self.require_complete(ty, span) {
            return Err(Reported);
        }
        let (set, resolution) = self.resolve_constructor(class, &args, form);
        match resolution {
            Resolution::Best(index) => {
                let Some(function) = set.viable[index].function() else { return Err(Reported) };
                self.check_deleted(function, span)?;
                if self.entities[function].owner != Owner::Class(class) {
                    return self.construct_by_inherited(class, function, args, span);
                }
                self.construct_with(function, args, span)
            }
            Resolution::Ambiguous(indices) => {
                self.report_ambiguous_call(&Wanted::Construction(ty), &set, &indices, &args, span);
                Err(Reported)
            }
            Resolution::NoViable => {
                if form == Form::Direct && !args.is_empty() && self.special_members(class).aggregate
                {
                    let items = args.into_iter().map(|value| ListItem { designator: None, value });
                    let list = BracedList { items: items.collect(), span };
                    return self.initialize_aggregate(ty, list, span);
                }
                if let [arg] = args.as_slice()
                    && let Err(mismatch @ Mismatch::Explicit(_)) =
                        self.implicit_conversion(arg, ty, Context::IMPLICIT)
                {
                    self.report_mismatch(arg, ty, &mismatch, span);
                    return Err(Reported);
                }
                let set = self.without_implicit(set);
                self.report_no_viable(&Wanted::Construction(ty), &set, &args, span);
                Err(Reported)
            }
        }
    }

    /// A specialisation of a constructor template that the class inherits makes the base; the rest
    /// is default-initialised ([class.inhctor.init]).
    fn construct_by_inherited(
        &mut self,
        class: ClassId,
        constructor: FunctionId,
        args: Vec<Operand>,
        span: Span,
    ) -> Check<ExprId> {
        let mut args = Some(args);
        let mut elements = Vec::new();
        for index in 0..self.entities[class].bases.len() {
            let base = self.entities[class].bases[index].clone();
            let is_made = self.entities[constructor].owner == Owner::Class(base.class);
            elements.push(match args.take_if(|_| is_made) {
                Some(args) => self.construct_with(constructor, args, span)?,
                None => self.default_initialize(base.ty, span)?,
            });
        }
        for index in 0..self.entities[class].fields.len() {
            let field = self.entities[class].fields[index].clone();
            elements.push(match self.field_default(class, &field, span)? {
                Some(value) => value,
                None => self.default_initialize(field.ty, span)?,
            });
        }
        let ty = self.entities[class].ty;
        let kind = ExprKind::Aggregate { elements: elements.into(), filler: None };
        Ok(self.typed.prvalue(kind, ty, span))
    }

    /// The implicit copy and move constructors explain nothing.
    fn without_implicit(&self, mut set: CandidateSet) -> CandidateSet {
        if set.rejected.len() > 1 {
            set.rejected.retain(|rejection| match rejection.entity {
                Entity::Function(function) => {
                    self.entities[function].origin != FunctionOrigin::Implicit
                }
                _ => true,
            });
        }
        set
    }

    fn resolve_constructor(
        &mut self,
        class: ClassId,
        args: &[Operand],
        form: Form,
    ) -> (CandidateSet, Resolution) {
        let mut set = CandidateSet::default();
        for entity in self.constructors(class) {
            match self.constructor_candidate(&entity, args, Context::IMPLICIT) {
                Ok(candidate) => {
                    let is_explicit =
                        candidate.function().is_some_and(|f| self.entities[f].is_explicit);
                    if form == Form::Direct || !is_explicit {
                        set.viable.push(candidate);
                    }
                }
                Err(rejection) => set.rejected.push(rejection),
            }
        }
        // [over.match.funcs.general]/8: explicit conversion functions to the class itself.
        if set.viable.is_empty()
            && form == Form::Direct
            && let [arg @ Operand::Expr(expr)] = args
            && self.types.class_of(self.typed.exprs[*expr].ty).is_some()
        {
            let arg = [arg.clone()];
            for entity in self.constructors(class) {
                if let Ok(candidate) = self.constructor_candidate(&entity, &arg, Context::EXPLICIT)
                {
                    set.viable.push(candidate);
                }
            }
        }
        let resolution = self.best_candidate(&set);
        (set, resolution)
    }

    /// Calls a constructor. The trivial ones are not called: a copy is a load, and default
    /// initialisation leaves the object indeterminate.
    pub fn construct_with(
        &mut self,
        constructor: FunctionId,
        args: Vec<Operand>,
        span: Span,
    ) -> Check<ExprId> {
        let crate::entity::Owner::Class(class) = self.entities[constructor].owner else {
            return Err(Reported);
        };
        let ty = self.entities[class].ty;
        let arguments = self.convert_arguments(constructor, args, span)?;
        if let Some(special) = self.trivial_special(constructor) {
            match special {
                SpecialKind::CopyConstructor | SpecialKind::MoveConstructor => {
                    if let [source] = *arguments.as_slice() {
                        if let ExprKind::Materialize(value) = self.typed.exprs[source].kind
                            && self.types.strip_cv(self.typed.exprs[value].ty) == ty
                        {
                            return Ok(value);
                        }
                        return Ok(self.typed.prvalue(ExprKind::Load(source), ty, span));
                    }
                }
                SpecialKind::DefaultConstructor => {
                    return Ok(self.typed.prvalue(ExprKind::Uninitialized, ty, span));
                }
                SpecialKind::CopyAssignment
                | SpecialKind::MoveAssignment
                | SpecialKind::Destructor
                | SpecialKind::Comparison(_) => {}
            }
        }
        let kind = ExprKind::Construct { constructor, arguments: arguments.into() };
        let made = self.typed.prvalue(kind, ty, span);
        self.evaluate_immediate(constructor, made, span)
    }

    /// The kind of a special member function that does what the memberwise default does and
    /// nothing else ([class.copy.ctor]/11, [class.default.ctor]/3, [class.copy.assign]/9).
    pub fn trivial_special(&mut self, function: FunctionId) -> Option<SpecialKind> {
        let special = self.entities[function].special?;
        let is_defaulted = self.entities[function].origin == FunctionOrigin::Implicit
            || self.entities[function].definition == crate::entity::Definition::Defaulted;
        if !is_defaulted {
            return None;
        }
        let crate::entity::Owner::Class(class) = self.entities[function].owner else {
            return None;
        };
        let members = self.special_members(class);
        let trivial = match special {
            SpecialKind::CopyConstructor
            | SpecialKind::MoveConstructor
            | SpecialKind::CopyAssignment
            | SpecialKind::MoveAssignment => members.trivially_copyable,
            SpecialKind::DefaultConstructor => members.trivially_default_constructible,
            SpecialKind::Destructor => members.trivially_destructible,
            SpecialKind::Comparison(_) => false,
        };
        trivial.then_some(special)
    }

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
                let ArrayLen::Known(_) = len else { return Err(Reported) };
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
        let value = self.types.unqualified(ty);
        match self.types.kind(value).clone() {
            TyKind::LRef(_) | TyKind::RRef(_) => {
                self.error(codes::MISSING_INITIALIZER, span, "a reference needs an initialiser");
                Err(Reported)
            }
            TyKind::Void => Ok(self.typed.prvalue(ExprKind::Zero, value, span)),
            TyKind::Class(class) => {
                let made = self.construct_class(class, Vec::new(), Form::Direct, span)?;
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
            elements.push(self.value_initialize(base, span)?);
        }
        for index in 0..self.entities[class].fields.len() {
            let field = self.entities[class].fields[index].clone();
            elements.push(match self.field_default(class, &field, span)? {
                Some(value) => value,
                None => self.value_initialize(field.ty, span)?,
            });
        }
        let ty = self.entities[class].ty;
        let kind = ExprKind::Aggregate { elements: elements.into(), filler: None };
        Ok(self.typed.prvalue(kind, ty, span))
    }

    /// The initialiser in the declaration of a field.
    fn field_initializer(&self, field: &Field) -> Option<&'a ast::Initializer> {
        match &self.ast[field.decl?].kind {
            ast::DeclKind::Field(field) => match &field.init {
                ast::Initializer::None => None,
                init => Some(init),
            },
            _ => None,
        }
    }

    /// The value of a default member initialiser ([class.mem.general]/10), checked in the class.
    pub fn field_default(
        &mut self,
        class: ClassId,
        field: &Field,
        span: Span,
    ) -> Check<Option<ExprId>> {
        let Some(init) = self.field_initializer(field) else { return Ok(None) };
        let scope = self.entities[class].scope;
        let mut checker = Checker::new(self, scope);
        let value = checker.initializer(field.ty, init, span)?;
        Ok(Some(self.fit_field(field, value, span)))
    }

    /// Initialises by a braced list ([dcl.init.list]/3).
    pub fn initialize_list(
        &mut self,
        to: Ty,
        list: BracedList,
        form: Form,
        span: Span,
    ) -> Check<ExprId> {
        if self.types.is_error(to) {
            return Err(Reported);
        }
        let value = self.types.unqualified(to);
        match self.types.kind(value).clone() {
            TyKind::LRef(referent) | TyKind::RRef(referent) => {
                self.initialize_reference_by_list(to, referent, list, form, span)
            }
            TyKind::Class(class) => self.initialize_class_by_list(class, list, form, span),
            TyKind::Array(elem, len) => {
                if let [item] = list.items.as_slice()
                    && let Operand::Expr(expr) = item.value
                    && let Some(array) = self.string_initializer(expr, elem, &len, span)?
                {
                    return Ok(array);
                }
                self.initialize_aggregate(value, list, span)
            }
            _ => self.initialize_scalar_by_list(value, list, form, span),
        }
    }

    fn initialize_scalar_by_list(
        &mut self,
        to: Ty,
        list: BracedList,
        form: Form,
        span: Span,
    ) -> Check<ExprId> {
        let mut items = list.items;
        if items.is_empty() {
            return self.value_initialize(to, span);
        }
        if items.len() > 1 || items[0].designator.is_some() {
            let message =
                format!("`{}` is initialised by one value, not {}", self.show(to), items.len());
            self.error(codes::INITIALIZER_COUNT, list.span, message);
            return Err(Reported);
        }
        let item = items.remove(0).value;
        let span = item.span(self);
        // [dcl.init.list]/3.8: an enumeration with a fixed underlying type takes its values.
        if let (TyKind::Enum(id), Form::Direct, Operand::Expr(expr)) =
            (self.types.kind(to).clone(), form, &item)
            && self.entities[id].is_fixed
            && self.types.is_arithmetic(self.typed.exprs[*expr].ty)
        {
            let underlying = self.underlying_type(id);
            self.check_narrowing(*expr, underlying, span)?;
            let value = self.initialize(underlying, item, Form::Direct, span)?;
            return Ok(self.convert(crate::typed::ConvertKind::IntToInt, value, to, span));
        }
        self.initialize_element(to, item, form, span)
    }

    /// Initialises from an element of a list: narrowing is an error.
    pub fn initialize_element(
        &mut self,
        to: Ty,
        item: Operand,
        form: Form,
        span: Span,
    ) -> Check<ExprId> {
        if let Operand::Expr(expr) = item {
            let target = self.types.strip_cvref(to);
            let is_arithmetic = self.types.is_arithmetic(target);
            let is_class = self.types.class_of(self.typed.exprs[expr].ty).is_some();
            let binds = self.types.is_ref(to)
                && self.reference_related(target, self.typed.exprs[expr].ty).is_some();
            if is_arithmetic && !is_class && !binds {
                // An impossible conversion is the better message.
                let context = form.context();
                if self.implicit_conversion(&item, to, context).is_ok() {
                    self.check_narrowing(expr, target, span)?;
                }
            } else if is_arithmetic && is_class && !self.types.is_ref(to) {
                return self.initialize_element_by_user(target, expr, form, span);
            }
        }
        self.initialize(to, item, form, span)
    }

    /// A class element for an arithmetic target: what the conversion function yields may narrow.
    fn initialize_element_by_user(
        &mut self,
        to: Ty,
        expr: ExprId,
        form: Form,
        span: Span,
    ) -> Check<ExprId> {
        let operand = Operand::Expr(expr);
        match self.implicit_conversion(&operand, to, form.context()) {
            Ok(ConversionSequence::User(user)) => {
                let converted = self.apply_user(expr, &user, span)?;
                self.check_narrowing(converted, to, span)?;
                Ok(self.apply_standard(converted, to))
            }
            _ => self.initialize(to, operand, form, span),
        }
    }

    fn initialize_reference_by_list(
        &mut self,
        to: Ty,
        referent: Ty,
        mut list: BracedList,
        form: Form,
        span: Span,
    ) -> Check<ExprId> {
        if let [item] = list.items.as_slice()
            && let Operand::Expr(expr) = item.value
            && self.reference_related(referent, self.typed.exprs[expr].ty).is_some()
        {
            return self.initialize(to, list.items.remove(0).value, form, span);
        }
        let takes_temporary = matches!(self.types.kind(to), TyKind::RRef(_))
            || self.types.cv(referent) == crate::ty::Cv::CONST;
        if !takes_temporary {
            let operand = Operand::List(Box::new(list));
            self.report_mismatch(&operand, to, &Mismatch::NeedsLvalue, span);
            return Err(Reported);
        }
        let value = self.initialize_list(referent, list, Form::Copy, span)?;
        let ty = match self.types.kind(referent) {
            TyKind::Array(_, ArrayLen::Unknown) => self.typed.exprs[value].ty,
            _ => referent,
        };
        Ok(self.temporary(value, ty, span))
    }

    fn initialize_class_by_list(
        &mut self,
        class: ClassId,
        mut list: BracedList,
        form: Form,
        span: Span,
    ) -> Check<ExprId> {
        let ty = self.entities[class].ty;
        if !self.require_complete(ty, span) {
            return Err(Reported);
        }
        let designated = list.items.iter().any(|item| item.designator.is_some());
        let is_aggregate = self.special_members(class).aggregate;
        if designated && !is_aggregate {
            let message =
                format!("`{}` is no aggregate, so it has no designated fields", self.show(ty));
            self.error(codes::INVALID_DESIGNATOR, list.span, message);
            return Err(Reported);
        }
        if is_aggregate {
            if !designated
                && let [item] = list.items.as_slice()
                && let Operand::Expr(expr) = item.value
                && let Some(from) = self.types.class_of(self.typed.exprs[expr].ty)
                && self.base_depth(from, class).is_some()
            {
                return self.initialize(ty, list.items.remove(0).value, form, span);
            }
            return self.initialize_aggregate(ty, list, span);
        }
        if list.items.is_empty() && self.has_default_constructor(class) {
            return self.value_initialize(ty, span);
        }
        if let Some(elem) = self.initializer_list_element(ty) {
            return self.make_initializer_list(ty, elem, list, span);
        }
        let (set, resolution, by_list) = self.resolve_list_constructor(class, &list);
        match resolution {
            Resolution::Best(index) => {
                let Some(function) = set.viable[index].function() else { return Err(Reported) };
                self.check_deleted(function, span)?;
                if form == Form::Copy && self.entities[function].is_explicit {
                    self.report_explicit_list(function, ty, span);
                    return Err(Reported);
                }
                let args = if by_list {
                    vec![Operand::List(Box::new(list))]
                } else {
                    list.items.into_iter().map(|item| item.value).collect()
                };
                self.construct_with_elements(function, args, span)
            }
            Resolution::Ambiguous(indices) => {
                let args: Vec<Operand> = list.items.into_iter().map(|item| item.value).collect();
                self.report_ambiguous_call(&Wanted::Construction(ty), &set, &indices, &args, span);
                Err(Reported)
            }
            Resolution::NoViable => {
                let args: Vec<Operand> = list.items.into_iter().map(|item| item.value).collect();
                let set = self.without_implicit(set);
                self.report_no_viable(&Wanted::Construction(ty), &set, &args, span);
                Err(Reported)
            }
        }
    }

    fn report_explicit_list(&mut self, function: FunctionId, ty: Ty, span: Span) {
        let message = format!("`{}` is made from such a list explicitly only", self.show(ty));
        let name = self.show(ty);
        let text = self.unit.sources.text(span);
        let mut diagnostic = Diagnostic::new(codes::NO_CONVERSION, span, message)
            .label("the constructor is explicit")
            .note_at(NoteKind::DeclaredHere, self.entities[function].span, "declared here");
        if text.starts_with('{') {
            diagnostic = diagnostic.fix(
                "name the type",
                lang::base::Applicability::Maybe,
                span,
                format!("{name}{text}"),
            );
        }
        self.report(diagnostic);
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

    /// [over.match.list]: constructors that take the list as a `std::initializer_list` first,
    /// then all with the elements as arguments.
    fn resolve_list_constructor(
        &mut self,
        class: ClassId,
        list: &BracedList,
    ) -> (CandidateSet, Resolution, bool) {
        let constructors = self.constructors(class);
        let whole = [Operand::List(Box::new(list.clone()))];
        let mut set = CandidateSet::default();
        for entity in &constructors {
            if !self.takes_initializer_list(entity) {
                continue;
            }
            if let Ok(candidate) = self.constructor_candidate(entity, &whole, Context::IMPLICIT) {
                set.viable.push(candidate);
            }
        }
        if !set.viable.is_empty() {
            let resolution = self.best_candidate(&set);
            return (set, resolution, true);
        }
        let args: Vec<Operand> = list.items.iter().map(|item| item.value.clone()).collect();
        let mut set = CandidateSet::default();
        for entity in &constructors {
            // [over.best.ics.general]/4: `{x}` does not go through a conversion of x to the class
            // for its own copy constructor.
            let context = match (entity, args.as_slice()) {
                (Entity::Function(function), [Operand::List(_) | Operand::Expr(_)])
                    if matches!(
                        self.entities[*function].special,
                        Some(SpecialKind::CopyConstructor | SpecialKind::MoveConstructor)
                    ) =>
                {
                    Context::STANDARD_ONLY
                }
                _ => Context::IMPLICIT,
            };
            match self.constructor_candidate(entity, &args, context) {
                Ok(candidate) => set.viable.push(candidate),
                Err(rejection) => set.rejected.push(rejection),
            }
        }
        let resolution = self.best_candidate(&set);
        (set, resolution, false)
    }

    /// [dcl.init.list]/2
    fn takes_initializer_list(&self, entity: &Entity) -> bool {
        let Entity::Function(function) = *entity else { return false };
        let params = &self.entities[function].params;
        let Some(first) = params.first() else { return false };
        let ty = self.types.strip_cvref(first.ty);
        self.initializer_list_element(ty).is_some()
            && params.iter().skip(1).all(|param| param.default.is_some())
    }

    /// The constructor that a list picks; `None` when that is ambiguous. Silent.
    pub fn list_constructor(
        &mut self,
        class: ClassId,
        list: &BracedList,
        explicit: bool,
    ) -> Result<Option<FunctionId>, Mismatch> {
        if list.items.is_empty()
            && let Some(function) = self.special_members(class).default_constructor
        {
            return Ok(Some(function));
        }
        let (set, resolution, _) = self.resolve_list_constructor(class, list);
        match resolution {
            Resolution::Best(index) => match set.viable[index].function() {
                // An explicit constructor that wins makes the initialisation ill-formed, but only
                // once it is chosen: the sequence exists ([over.match.list]).
                Some(function) if self.entities[function].is_explicit && !explicit => {
                    Err(Mismatch::Explicit(function))
                }
                function => Ok(function),
            },
            Resolution::Ambiguous(_) => Ok(None),
            Resolution::NoViable => Err(Mismatch::List),
        }
    }

    /// Calls a constructor with the elements of a list: their conversions must not narrow.
    fn construct_with_elements(
        &mut self,
        constructor: FunctionId,
        args: Vec<Operand>,
        span: Span,
    ) -> Check<ExprId> {
        for (index, arg) in args.iter().enumerate() {
            let Operand::Expr(expr) = *arg else { continue };
            let Some(wanted) = self.parameter_of(constructor, index) else { continue };
            let target = self.types.strip_cvref(wanted);
            let from = self.typed.exprs[expr].ty;
            if self.types.is_arithmetic(target) && self.types.class_of(from).is_none() {
                let at = arg.span(self);
                self.check_narrowing(expr, target, at)?;
            }
        }
        self.construct_with(constructor, args, span)
    }

    /// A `std::initializer_list<E>` is a pointer to a backing array and its length
    /// ([dcl.init.list]/5).
    fn make_initializer_list(
        &mut self,
        ty: Ty,
        elem: Ty,
        list: BracedList,
        span: Span,
    ) -> Check<ExprId> {
        let len = list.items.len() as u64;
        let const_elem = self.types.add_const(elem);
        let array = self.types.array(const_elem, ArrayLen::Known(len));
        let backing = self.initialize_aggregate(array, list, span)?;
        let backing = self.temporary(backing, array, span);
        let pointer_ty = self.types.pointer(const_elem);
        let kind = crate::typed::ConvertKind::ArrayToPointer;
        let pointer = self.convert(kind, backing, pointer_ty, span);
        let kind = ExprKind::Const(crate::constexpr::value::Value::Int(len.into()));
        let size = self.typed.prvalue(kind, Ty::SIZE, span);
        let kind = ExprKind::Aggregate { elements: vec![pointer, size].into(), filler: None };
        Ok(self.typed.prvalue(kind, ty, span))
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
                    elements.push(self.aggregate_element(elem, items, span)?);
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
        if let Some(value) = self.field_default(class, field, span)? {
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
                self.special_members(class).aggregate
                    && self.entities[class].key != ast::TagKey::Union
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
            elements.push(match item {
                Some(item) => {
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

    fn report_designator(&mut self, class: ClassId, designator: Option<Ident>, span: Span) {
        let class_name = self.show(self.entities[class].ty);
        let Some(ident) = designator else {
            let message = "either all elements of a list have designators or none has";
            return self.error(codes::INVALID_DESIGNATOR, span, message);
        };
        let name = self.text(ident.name);
        let is_field =
            self.entities[class].fields.iter().any(|field| field.name == Some(ident.name));
        let message = if is_field {
            format!("`.{name}` comes after fields that are declared behind it")
        } else {
            format!("`{class_name}` has no field `{name}`")
        };
        self.error(codes::INVALID_DESIGNATOR, ident.span, message);
    }

    /// A union takes one initialiser, for its first or the designated field.
    fn initialize_union(
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
            None => 0,
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
