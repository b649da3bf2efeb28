//! Initialisation of class objects: by constructors, inherited ones, and copies
//! ([dcl.init.general]/16.6, [class.inhctor.init]).
//!
//! In: the class and the arguments. Out: a prvalue that calls the constructor which overload
//! resolution picked, or the copy that a trivial one amounts to.

use lang::base::Span;

use super::Form;
use crate::Cx;
use crate::check::operand::{Check, Operand, Reported, Source};
use crate::convert::{Context, ConversionSequence, Mismatch, UserConversion};
use crate::entity::{
    ClassId, Entity, FunctionId, FunctionKind, FunctionOrigin, Owner, SpecialKind,
};
use crate::overload::report::Wanted;
use crate::overload::{CandidateSet, Resolution};
use crate::ty::Ty;
use crate::typed::{ExprId, ExprKind, ValueCategory};

impl<'a> Cx<'a> {
    /// A class object by one operand that is not a list ([dcl.init.general]/16.6).
    pub(super) fn initialize_class(
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
                // A constructor template that is inherited makes the base that it is a member of.
                match self.entities[function].owner {
                    Owner::Class(owner) if owner != class => {
                        let base = self.entities[owner].ty;
                        self.making_base(base, |cx| cx.check_usable(function, span))?;
                    }
                    _ => self.check_usable(function, span)?,
                }
                // What a conversion function yields is the object, not copied ([dcl.init]/16.6.1).
                if let [Operand::Expr(expr)] = *args.as_slice()
                    && self.copies(function)
                    && let Some(Some(ConversionSequence::User(user))) =
                        set.viable[index].conversions.first()
                {
                    let user = user.clone();
                    let converted = self.apply_user(expr, &user, span)?;
                    return self.initialize_class(class, Operand::Expr(converted), form, span);
                }
                if self.entities[function].owner != Owner::Class(class) {
                    return self.construct_by_inherited(class, function, args, span);
                }
                self.construct_with(function, args, span)
            }
            Resolution::Ambiguous(indices) => {
                if let Some((expr, user)) = self.direct_conversion(&args, ty, form) {
                    let converted = self.apply_user(expr, &user, span)?;
                    return self.initialize_class(class, Operand::Expr(converted), form, span);
                }
                self.report_ambiguous_call(&Wanted::Construction(ty), &set, &indices, &args, span);
                Err(Reported)
            }
            Resolution::NoViable => {
                if form == Form::Direct && !args.is_empty() && self.special_members(class).aggregate
                {
                    return self.parenthesized_aggregate(ty, args, span);
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

    /// The conversion function that yields the class itself, where constructors are equally good
    /// only because the operand converts to what each of them takes: a function that makes the
    /// object is better than one that makes an argument for it (CWG 2327).
    pub(super) fn direct_conversion(
        &mut self,
        args: &[Operand],
        ty: Ty,
        form: Form,
    ) -> Option<(ExprId, UserConversion)> {
        let [Operand::Expr(expr)] = *args else { return None };
        self.types.class_of(self.typed.exprs[expr].ty).filter(|_| form == Form::Direct)?;
        let source = Source::of(self, expr);
        match self.user_conversion(source, ty, Context::EXPLICIT) {
            Ok(ConversionSequence::User(user)) => {
                let function = user.function?;
                let makes_object = self.entities[function].kind != FunctionKind::Constructor;
                makes_object.then_some((expr, user))
            }
            _ => None,
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
        let Owner::Class(made) = self.entities[constructor].owner else { return Err(Reported) };
        let mut args = Some(args);
        let mut elements = Vec::new();
        for index in 0..self.entities[class].bases.len() {
            let base = self.entities[class].bases[index].clone();
            let is_made = made == base.class || self.is_base_of(made, base.class);
            elements.push(match args.take_if(|_| is_made) {
                Some(args) if made == base.class => self.construct_with(constructor, args, span)?,
                // The base has inherited it in its turn.
                Some(args) => self.construct_by_inherited(base.class, constructor, args, span)?,
                None => self.making_base(base.ty, |cx| cx.default_initialize(base.ty, span))?,
            });
        }
        for index in 0..self.entities[class].fields.len() {
            let field = self.entities[class].fields[index].clone();
            elements.push(match self.default_element(class, &field, span)? {
                Some(value) => value,
                None => self.default_initialize(field.ty, span)?,
            });
        }
        let ty = self.entities[class].ty;
        let kind = ExprKind::Aggregate { elements: elements.into(), filler: None };
        Ok(self.typed.prvalue(kind, ty, span))
    }

    /// The implicit copy and move constructors explain nothing.
    pub(super) fn without_implicit(&self, mut set: CandidateSet) -> CandidateSet {
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

    /// Whether a function is a copy or move constructor.
    pub(super) fn copies(&self, function: FunctionId) -> bool {
        matches!(
            self.entities[function].special,
            Some(SpecialKind::CopyConstructor | SpecialKind::MoveConstructor)
        )
    }

    pub(super) fn resolve_constructor(
        &mut self,
        class: ClassId,
        args: &[Operand],
        form: Form,
    ) -> (CandidateSet, Resolution) {
        let mut set = CandidateSet::default();
        let converts_class = form == Form::Direct
            && matches!(args, [Operand::Expr(expr)]
                if self.types.class_of(self.typed.exprs[*expr].ty).is_some());
        for entity in self.constructors(class) {
            // [over.match.funcs.general]/8: explicit conversion functions to the class itself.
            let context = match entity {
                Entity::Function(function) if converts_class && self.copies(function) => {
                    Context::EXPLICIT
                }
                _ => Context::IMPLICIT,
            };
            match self.constructor_candidate(class, &entity, args, context) {
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
}
