//! Surrogate call functions ([over.call.object]/2): objects that convert to a pointer or reference
//! to function are called like one.
//!
//! In: a call of a class object. Each conversion function makes one candidate beside `operator()`;
//! the chosen one is applied, and its result called.

use lang::ast::OverloadedOperator;
use lang::base::Span;

use super::expr::Checker;
use super::operand::{Check, Operand, Reported};
use crate::convert::{Context, ConversionSequence, ListTarget, StandardConversion, UserConversion};
use crate::entity::{ClassId, DeclName, Entity, FunctionId};
use crate::overload::report::Wanted;
use crate::overload::{Callee, Candidate, CandidateSet, Reason, Rejection, Resolution};
use crate::template::deduce::ArgInfo;
use crate::ty::FunctionTy;
use crate::typed::ExprId;

impl Checker<'_, '_> {
    /// The conversion functions to a pointer or reference to function, each with that function
    /// type: they make the object callable ([over.call.object]/2).
    pub(super) fn surrogates(
        &mut self,
        class: ClassId,
        span: Span,
    ) -> Vec<(FunctionId, FunctionTy)> {
        let mut surrogates = Vec::new();
        // A closure's own call operator is always the better candidate.
        if self.entities[class].closure.is_some() {
            return surrogates;
        }
        for entity in self.conversion_functions(class) {
            let Entity::Function(function) = entity else { continue };
            if self.entities[function].is_explicit {
                continue;
            }
            let result = self.return_type(function, span);
            let target = self.types.strip_cvref(result);
            let pointee = self.types.pointee(target).unwrap_or(target);
            if let Some(ty) = self.types.function_of(pointee) {
                surrogates.push((function, ty.clone()));
            }
        }
        surrogates
    }

    /// A call that may go through a surrogate: `operator()` and the surrogates compete.
    pub(super) fn call_with_surrogates(
        &mut self,
        callee: ExprId,
        class: ClassId,
        surrogates: Vec<(FunctionId, FunctionTy)>,
        args: Vec<Operand>,
        span: Span,
    ) -> Check<ExprId> {
        let mut set = CandidateSet::default();
        let infos: Vec<ArgInfo> = args.iter().map(|arg| arg.info(self)).collect();
        let name = DeclName::Operator(OverloadedOperator::Call);
        for entity in self.lookup_member(class, name).entities {
            self.add_candidate(&mut set, &entity, None, Some(callee), &args, &infos);
        }
        for (index, (function, ty)) in surrogates.iter().enumerate() {
            match self.surrogate_candidate(index as u32, *function, ty, callee, &args) {
                Ok(candidate) => set.viable.push(candidate),
                Err(reason) => {
                    let entity = Entity::Function(*function);
                    set.rejected.push(Rejection { entity, reason });
                }
            }
        }
        let at = self.typed.exprs[callee].span;
        let wanted = Wanted::Call(self.show(self.entities[class].ty));
        match self.best_candidate(&set) {
            Resolution::Best(index) => match set.viable[index].callee {
                Callee::Function(function) => {
                    self.check_usable(function, at)?;
                    self.call_function(function, Some(callee), args, span)
                }
                Callee::Builtin(index) => {
                    let (function, _) = surrogates[index as usize];
                    let converted = self.call_function(function, Some(callee), Vec::new(), span)?;
                    self.call_object(converted, args, span)
                }
            },
            Resolution::NoViable => {
                self.report_no_viable(&wanted, &set, &args, at);
                Err(Reported)
            }
            Resolution::Ambiguous(indices) => {
                self.report_ambiguous_call(&wanted, &set, &indices, &args, at);
                Err(Reported)
            }
        }
    }

    /// The call of the surrogate call function: its first parameter is what the object converts
    /// to, the others are those of the function pointed to.
    fn surrogate_candidate(
        &mut self,
        index: u32,
        function: FunctionId,
        ty: &FunctionTy,
        callee: ExprId,
        args: &[Operand],
    ) -> Result<Candidate, Reason> {
        let wanted = ty.params.len();
        if args.len() > wanted && !ty.variadic {
            return Err(Reason::TooMany { wanted });
        }
        if args.len() < wanted {
            return Err(Reason::TooFew { wanted });
        }
        let result = self.return_type(function, Span::NONE);
        let object = self
            .object_argument(callee, function)
            .map(|_| {
                ConversionSequence::User(UserConversion {
                    function: Some(function),
                    after: StandardConversion::identity(result, result),
                    list: ListTarget::Other,
                })
            })
            .ok_or(Reason::Object)?;
        let mut conversions = smallvec::smallvec![Some(object)];
        for (index, arg) in args.iter().enumerate() {
            conversions.push(Some(match ty.params.get(index) {
                Some(&wanted) => self
                    .implicit_conversion(arg, wanted, Context::IMPLICIT)
                    .map_err(|mismatch| Reason::Argument { index, wanted, mismatch })?,
                None => ConversionSequence::Ellipsis,
            }));
        }
        let callee = Callee::Builtin(index);
        Ok(Candidate { callee, conversions, ..Candidate::new(function, []) })
    }
}
