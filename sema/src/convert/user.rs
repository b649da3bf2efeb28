//! User-defined conversions: by constructors and conversion functions ([over.ics.user],
//! [over.match.copy], [over.match.conv], [over.match.ref]).

use lang::base::Span;

use super::{
    Binding, Context, ConversionSequence, ListTarget, Mismatch, StandardConversion, UserConversion,
};
use crate::Cx;
use crate::check::operand::{Check, Operand, Reported, Source};
use crate::entity::{Entity, FunctionId, FunctionKind};
use crate::overload::{Candidate, CandidateSet, Resolution};
use crate::ty::{Ty, TyKind};
use crate::typed::{ExprId, ExprKind, ValueCategory};

impl Cx<'_> {
    /// The best user-defined conversion to an unqualified object type.
    pub fn user_conversion(
        &mut self,
        source: Source,
        to: Ty,
        context: Context,
    ) -> Result<ConversionSequence, Mismatch> {
        let from_class = self.types.class_of(source.ty);
        let to_class = self.types.class_of(to);
        if from_class.is_none() && to_class.is_none() {
            return Err(Mismatch::NoConversion);
        }
        let expr = self.expr_of(source);
        let mut set = CandidateSet::default();
        let mut explicit = None;
        if let Some(class) = to_class {
            if !self.complete_class(class, Span::NONE) {
                return Err(Mismatch::Incomplete);
            }
            let operand = [Operand::Expr(expr)];
            for entity in self.constructors(class) {
                match self.constructor_candidate(class, &entity, &operand, Context::STANDARD_ONLY) {
                    Ok(candidate) => {
                        let Some(function) = candidate.function() else { continue };
                        if self.entities[function].is_explicit && !context.explicit {
                            explicit.get_or_insert(function);
                            continue;
                        }
                        let after = Some(StandardConversion::identity(to, to));
                        set.viable.push(Candidate { after, ..candidate });
                    }
                    Err(rejection) => set.rejected.push(rejection),
                }
            }
        }
        if let Some(class) = from_class {
            self.complete_class(class, Span::NONE);
            let mut functions = self.conversion_functions(class);
            if functions.is_empty() {
                functions.extend(self.closure_conversion(class, Some(to)).map(Entity::Function));
            }
            for entity in functions {
                self.add_conversion_function(&mut set, &mut explicit, entity, expr, to, context);
            }
        }
        match self.best_candidate(&set) {
            Resolution::Best(index) => {
                let best = &set.viable[index];
                Ok(ConversionSequence::User(UserConversion {
                    function: best.function(),
                    after: best.after.unwrap_or(StandardConversion::identity(to, to)),
                    list: ListTarget::Other,
                }))
            }
            Resolution::Ambiguous(_) => Ok(ConversionSequence::Ambiguous),
            Resolution::NoViable => Err(match explicit {
                Some(function) => Mismatch::Explicit(function),
                None => Mismatch::NoConversion,
            }),
        }
    }

    /// [over.match.conv]/1; for a class target, [over.match.copy]/1.2.
    fn add_conversion_function(
        &mut self,
        set: &mut CandidateSet,
        explicit: &mut Option<FunctionId>,
        entity: Entity,
        object: ExprId,
        to: Ty,
        context: Context,
    ) {
        let Some(function) = self.conversion_specialization(&entity, to) else { return };
        let Some(conversion) = self.object_argument(object, function) else { return };
        let result = self.return_type(function, Span::NONE);
        let source = self.result_source(result);
        let after = if self.types.class_of(to).is_some() {
            match self.object_conversion(source, to, Context::STANDARD_ONLY) {
                Ok(ConversionSequence::Standard(after)) => after,
                _ => return,
            }
        } else {
            match self.standard_conversion(source, to) {
                Some(after) => after,
                None => return,
            }
        };
        if self.entities[function].is_explicit {
            let value = self.types.strip_cvref(result);
            if !context.explicit {
                explicit.get_or_insert(function);
                return;
            }
            if !after.is_identity() && !self.is_qualification_conversion(value, to) {
                return;
            }
        }
        if self.check_function_constraints(function).is_err() {
            return;
        }
        set.viable.push(Candidate {
            after: Some(after),
            ..Candidate::new(function, vec![Some(conversion)])
        });
    }

    /// The conversion function, or the specialisation of a conversion function template that
    /// yields `to`.
    fn conversion_specialization(&mut self, entity: &Entity, to: Ty) -> Option<FunctionId> {
        match *entity {
            Entity::Function(function) => Some(function),
            Entity::Template(template) => self.deduce_conversion(template, to, Span::NONE).ok(),
            _ => None,
        }
    }

    /// A call's result as the source of a conversion.
    fn result_source(&self, result: Ty) -> Source {
        let category = self.result_category(result);
        Source { ty: self.types.strip_ref(result), category, expr: None }
    }

    /// [expr.call]/14
    pub fn result_category(&self, result: Ty) -> ValueCategory {
        match *self.types.kind(result) {
            TyKind::LRef(_) => ValueCategory::LValue,
            TyKind::RRef(inner) => match self.types.kind(inner) {
                TyKind::Function(_) => ValueCategory::LValue,
                _ => ValueCategory::XValue,
            },
            _ => ValueCategory::PRValue,
        }
    }

    /// [over.match.ref]: a conversion function whose result the reference binds to directly.
    pub fn reference_user_conversion(
        &mut self,
        source: Source,
        referent: Ty,
        is_rvalue_ref: bool,
        context: Context,
    ) -> Option<ConversionSequence> {
        let class = self.types.class_of(source.ty)?;
        self.complete_class(class, Span::NONE);
        let functions = self.conversion_functions(class);
        if functions.is_empty() {
            return None;
        }
        let object = self.expr_of(source);
        let takes_rvalue = is_rvalue_ref || self.types.cv(referent) == crate::ty::Cv::CONST;
        let mut set = CandidateSet::default();
        // Both kinds of result are tried; an lvalue reference prefers lvalues ([dcl.init.ref]/5).
        for wants_lvalue in [true, false] {
            if wants_lvalue == is_rvalue_ref || (!wants_lvalue && !takes_rvalue) {
                continue;
            }
            for entity in &functions {
                let target = if wants_lvalue {
                    self.types.lref(referent)
                } else {
                    self.types.unqualified(referent)
                };
                let Some(function) = self.conversion_specialization(entity, target) else {
                    continue;
                };
                if self.entities[function].is_explicit && !context.explicit {
                    continue;
                }
                let result = self.return_type(function, Span::NONE);
                let source = self.result_source(result);
                if source.is_lvalue() != wants_lvalue {
                    continue;
                }
                // A scalar prvalue of the same type makes a temporary all the same.
                let Ok(ConversionSequence::Standard(after)) = self.reference_conversion(
                    source,
                    referent,
                    is_rvalue_ref,
                    Context::STANDARD_ONLY,
                ) else {
                    continue;
                };
                if self.reference_related(referent, source.ty).is_none() {
                    continue;
                }
                let Some(conversion) = self.object_argument(object, function) else { continue };
                if self.check_function_constraints(function).is_err() {
                    continue;
                }
                set.viable.push(Candidate {
                    after: Some(after),
                    ..Candidate::new(function, vec![Some(conversion)])
                });
            }
            if !set.viable.is_empty() {
                break;
            }
        }
        match self.best_candidate(&set) {
            Resolution::Best(index) => {
                let best = &set.viable[index];
                Some(ConversionSequence::User(UserConversion {
                    function: best.function(),
                    after: best.after?,
                    list: ListTarget::Other,
                }))
            }
            Resolution::Ambiguous(_) => Some(ConversionSequence::Ambiguous),
            Resolution::NoViable => None,
        }
    }

    /// The conversion of an object expression to the implicit object parameter of a member
    /// function ([over.match.funcs.general]/4).
    pub fn object_argument(
        &mut self,
        object: ExprId,
        function: FunctionId,
    ) -> Option<ConversionSequence> {
        let source = Source::of(self, object);
        let crate::entity::Owner::Class(owner) = self.entities[function].owner else {
            return None;
        };
        let class = self.types.class_of(source.ty)?;
        self.base_depth(class, owner)?;
        let ty = self.types.function_of(self.entities[function].ty)?;
        let (cv, ref_qualifier) = (ty.cv, ty.ref_qualifier);
        if !cv.includes(self.types.cv(source.ty)) {
            return None;
        }
        let is_rvalue_ref = match ref_qualifier {
            Some(crate::ty::RefQualifier::RValue) => {
                if source.is_lvalue() {
                    return None;
                }
                true
            }
            Some(crate::ty::RefQualifier::LValue) => {
                if !source.is_lvalue() && cv != crate::ty::Cv::CONST {
                    return None;
                }
                false
            }
            None => false,
        };
        // A set that lookup found in one class has members of another only through a
        // *using-declaration*, which makes them members of the one; a conversion function counts
        // as a member of the object's class. So no function is preferred for its class.
        let object_type = self.entities[class].ty;
        let to = self.types.qualified(object_type, cv);
        Some(ConversionSequence::Standard(StandardConversion {
            binding: Some(Binding {
                is_rvalue_ref,
                binds_rvalue: !source.is_lvalue(),
                binds_function: false,
                is_bare_object: ref_qualifier.is_none(),
            }),
            ..StandardConversion::identity(source.ty, to)
        }))
    }

    /// Carries out the function of a user-defined conversion; what comes after it is the
    /// caller's.
    pub fn apply_user(&mut self, expr: ExprId, user: &UserConversion, span: Span) -> Check<ExprId> {
        let Some(function) = user.function else { return Err(Reported) };
        let kind = self.entities[function].kind;
        match self.types.class_of(self.typed.exprs[expr].ty) {
            Some(class) if kind == FunctionKind::Conversion => {
                self.check_usable_in(function, class, span)?;
            }
            _ => self.check_usable(function, span)?,
        }
        match kind {
            FunctionKind::Constructor => {
                self.construct_with(function, vec![Operand::Expr(expr)], span)
            }
            _ => self.call_function(function, Some(expr), Vec::new(), span),
        }
    }

    /// An expression to stand for a source that has none, as `std::declval` does.
    pub fn expr_of(&mut self, source: Source) -> ExprId {
        match source.expr {
            Some(expr) => expr,
            None => self.declval(source.ty, source.category),
        }
    }

    /// An unevaluated operand of the given type and category.
    pub fn declval(&mut self, ty: Ty, category: ValueCategory) -> ExprId {
        self.typed.expr(ExprKind::Uninitialized, ty, category, Span::NONE)
    }
}
