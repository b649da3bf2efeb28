//! List-initialisation ([dcl.init.list], [over.match.list]).
//!
//! In: a type and `{...}`. Out: the initialiser, of an aggregate, by the constructor that the two
//! phases of resolution pick, by the one element of a scalar, or a `std::initializer_list`.
//! No conversion of an element narrows.

use lang::base::{Applicability, Diagnostic, Edit, Fix, NoteKind, Span};

use super::Form;
use crate::Cx;
use crate::check::operand::{BracedList, Check, ListItem, Operand, Reported};
use crate::codes;
use crate::convert::{Context, ConversionSequence, Mismatch};
use crate::entity::{ClassId, Entity, FunctionId, SpecialKind};
use crate::overload::report::Wanted;
use crate::overload::{CandidateSet, Resolution};
use crate::ty::{ArrayLen, Ty, TyKind};
use crate::typed::{ExprId, ExprKind};

impl<'a> Cx<'a> {
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
        if let Operand::List(_) = item {
            // The element has no type that the scalar could be initialised from ([dcl.init.list]/3.9).
            let message = format!("there are braces around the braces of a `{}`", self.show(to));
            let diagnostic = Diagnostic::new(codes::INITIALIZER_COUNT, span, message);
            self.report(diagnostic.help("leave one pair of braces out"));
            return Err(Reported);
        }
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
        let made = self.initialize(to, item, form, span)?;
        if self.check.unevaluated > 0 {
            self.instantiate_constructor(made, span);
        }
        Ok(made)
    }

    /// An element of a list is potentially constant evaluated, in an unevaluated operand too, so that the constructor
    /// template that makes it is instantiated if it is `constexpr` ([expr.const]/21, [temp.inst]/8).
    fn instantiate_constructor(&mut self, made: ExprId, span: Span) {
        let ExprKind::Construct { constructor, .. } = self.typed.exprs[made].kind else { return };
        let function = &self.entities[constructor];
        if function.template.is_none() || !function.is_constexpr {
            return;
        }
        match self.is_tentative() {
            true => self.outside(|cx| cx.instantiate_body(constructor, span)),
            false => self.instantiate_body(constructor, span),
        }
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
            let message = format!(
                "`{}` is not an aggregate, so its fields cannot be designated",
                self.show(ty)
            );
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
            if form == Form::Copy
                && let Some(function) = self.special_members(class).default_constructor
                && self.entities[function].is_explicit
            {
                self.report_explicit_list(function, ty, span);
                return Err(Reported);
            }
            return self.value_initialize(ty, span);
        }
        if let Some(elem) = self.initializer_list_element(ty) {
            return self.make_initializer_list(ty, elem, list, span);
        }
        let (set, resolution, by_list) = self.resolve_list_constructor(class, &list, form);
        match resolution {
            Resolution::Best(index) => {
                let Some(function) = set.viable[index].function() else { return Err(Reported) };
                self.check_usable(function, span)?;
                if form == Form::Copy && self.entities[function].is_explicit {
                    self.report_explicit_list(function, ty, span);
                    return Err(Reported);
                }
                if let Some(Some(ConversionSequence::User(user))) =
                    set.viable[index].conversions.first()
                    && self.copies(function)
                    && let [ListItem { value: Operand::Expr(expr), .. }] = *list.items.as_slice()
                {
                    let user = user.clone();
                    let converted = self.apply_user(expr, &user, span)?;
                    return self.initialize(ty, Operand::Expr(converted), form, span);
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
                if let Some((expr, user)) = self.direct_conversion(&args, ty, Form::Direct) {
                    let converted = self.apply_user(expr, &user, span)?;
                    return self.initialize(ty, Operand::Expr(converted), form, span);
                }
                self.report_ambiguous_call(&Wanted::Construction(ty), &set, &indices, &args, span);
                Err(Reported)
            }
            Resolution::NoViable => {
                let repair = self.braces_around(class, &list);
                let args: Vec<Operand> = list.items.into_iter().map(|item| item.value).collect();
                let set = self.without_implicit(set);
                let wanted = Wanted::Construction(ty);
                self.report_no_viable_but(&wanted, &set, &args, span, repair);
                Err(Reported)
            }
        }
    }

    /// Braces around the elements of a list, if a constructor takes them as one list.
    fn braces_around(&mut self, class: ClassId, list: &BracedList) -> Option<Fix> {
        let text = self.unit.sources.text(list.span);
        let is_written = self.unit.sources.backtrace(list.span.lo).next().is_none();
        if list.items.is_empty() || !is_written || !text.starts_with('{') || self.is_tentative() {
            return None;
        }
        let text = text.to_owned();
        let whole = vec![Operand::List(Box::new(list.clone()))];
        let found = self.tentatively(|cx| cx.resolve_constructor(class, &whole, Form::Direct).1);
        let Ok(Resolution::Best(_)) = found else { return None };
        let wrapped = format!("{{{text}}}");
        Some(Fix {
            title: format!("write `{wrapped}`"),
            edits: vec![Edit { span: list.span, text: wrapped }],
            applicability: Applicability::Maybe,
        })
    }

    fn report_explicit_list(&mut self, function: FunctionId, ty: Ty, span: Span) {
        let message =
            format!("the constructor of `{}` chosen for this list is explicit", self.show(ty));
        let name = self.show(ty);
        let text = self.unit.sources.text(span);
        let mut diagnostic = Diagnostic::new(codes::NO_CONVERSION, span, message)
            .label("declared `explicit` here")
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

    /// [over.match.list]: constructors that take the list as a `std::initializer_list` first,
    /// then all with the elements as arguments.
    fn resolve_list_constructor(
        &mut self,
        class: ClassId,
        list: &BracedList,
        form: Form,
    ) -> (CandidateSet, Resolution, bool) {
        let constructors = self.constructors(class);
        let whole = [Operand::List(Box::new(list.clone()))];
        let mut set = CandidateSet::default();
        for entity in &constructors {
            if !self.takes_initializer_list(entity) {
                continue;
            }
            if let Ok(candidate) =
                self.constructor_candidate(class, entity, &whole, Context::IMPLICIT)
            {
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
            // [over.best.ics.general]/4: `{{x}}` does not go through a conversion to the class for its own copy
            // constructor.
            let context = match (entity, args.as_slice()) {
                (Entity::Function(function), [Operand::List(_)])
                    if matches!(
                        self.entities[*function].special,
                        Some(SpecialKind::CopyConstructor | SpecialKind::MoveConstructor)
                    ) =>
                {
                    Context::STANDARD_ONLY
                }
                // [over.match.funcs.general]/8: explicit conversion functions to the class itself.
                (Entity::Function(function), [Operand::Expr(_)])
                    if form == Form::Direct && self.copies(*function) =>
                {
                    Context::EXPLICIT
                }
                _ => Context::IMPLICIT,
            };
            match self.constructor_candidate(class, entity, &args, context) {
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
            return match self.entities[function].is_explicit && !explicit {
                true => Err(Mismatch::Explicit(function)),
                false => Ok(Some(function)),
            };
        }
        let form = if explicit { Form::Direct } else { Form::Copy };
        let (set, resolution, _) = self.resolve_list_constructor(class, list, form);
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
}
