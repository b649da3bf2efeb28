//! Built-in candidates of operators ([over.built]).
//!
//! In: operands. Out: the parameter types of the candidates that they could be converted to, and the
//! operands so converted. The standard lists a candidate for every pair of promoted types; only
//! those that some conversion function of an operand leads to are made.

use lang::ast::OverloadedOperator;
use lang::base::Span;

use super::Choice;
use crate::Cx;
use crate::check::operand::{Check, Operand, Reported, Source};
use crate::codes;
use crate::convert::{Context, ConversionSequence};
use crate::entity::Entity;
use crate::overload::{Callee, Candidate, Rewrite};
use crate::ty::{Ty, TyKind};

/// The built-in candidate types of one operand ([over.built]).
type OperandTypes = smallvec::SmallVec<[Ty; 2]>;

impl<'a> Cx<'a> {
    pub(super) fn builtin_candidate(
        &mut self,
        index: u32,
        params: &[Ty],
        operands: &[Operand],
    ) -> Option<Candidate> {
        let mut conversions = smallvec::SmallVec::new();
        for (operand, &param) in operands.iter().zip(params) {
            // A contextual conversion to bool may be explicit.
            let context = if param == Ty::BOOL { Context::EXPLICIT } else { Context::IMPLICIT };
            conversions.push(Some(self.implicit_conversion(operand, param, context).ok()?));
        }
        Some(Candidate {
            callee: Callee::Builtin(index),
            conversions,
            after: None,
            rewrite: Rewrite::None,
            guide: None,
        })
    }

    /// [over.match.oper]/11: operands of class type are converted by their conversion function;
    /// the rest is the built-in operator's.
    pub(super) fn convert_class_operands(
        &mut self,
        best: &Candidate,
        operands: &[Operand],
        span: Span,
    ) -> Check<Choice> {
        let mut values = Vec::new();
        for (operand, conversion) in operands.iter().zip(&best.conversions) {
            let expr = operand.as_expr().ok_or(Reported)?;
            let is_class = self.types.class_of(self.typed.exprs[expr].ty).is_some();
            values.push(match conversion {
                Some(ConversionSequence::User(user)) if is_class => {
                    self.apply_user(expr, user, span)?
                }
                Some(ConversionSequence::Ambiguous) => {
                    let ty = self.show(self.typed.exprs[expr].ty);
                    let message = format!("`{ty}` converts in more than one way here");
                    self.error(codes::AMBIGUOUS_CALL, span, message);
                    return Err(Reported);
                }
                _ => expr,
            });
        }
        Ok(Choice::Builtin(values))
    }

    /// The parameter types of the built-in candidates that can win ([over.built]).
    ///
    /// The standard lists every pair of promoted arithmetic types. Only those matter that an
    /// operand has, or converts to by a conversion function, after promotion: a candidate with
    /// any other type converts worse by its second standard conversion.
    pub(super) fn builtin_candidates(
        &mut self,
        op: OverloadedOperator,
        operands: &[Operand],
    ) -> Vec<smallvec::SmallVec<[Ty; 2]>> {
        use OverloadedOperator as O;
        let types: Vec<OperandTypes> =
            operands.iter().map(|operand| self.candidate_types(operand)).collect();
        let mut list = Vec::new();
        match (op, types.as_slice()) {
            (O::Plus | O::Minus | O::BitNot | O::Star, [only]) => {
                for &ty in only {
                    let fits = match op {
                        O::Plus => self.types.is_arithmetic(ty) || self.types.pointee(ty).is_some(),
                        O::Minus => self.types.is_arithmetic(ty),
                        O::BitNot => self.types.is_integral(ty),
                        _ => self.types.pointee(ty).is_some(),
                    };
                    if fits {
                        list.push(smallvec::smallvec![ty]);
                    }
                }
            }
            (O::Not, [_]) => list.push(smallvec::smallvec![Ty::BOOL]),
            (O::AndAnd | O::OrOr, [_, _]) => {
                list.push(smallvec::smallvec![Ty::BOOL, Ty::BOOL]);
            }
            (
                O::Plus
                | O::Minus
                | O::Star
                | O::Slash
                | O::Percent
                | O::Amp
                | O::Pipe
                | O::Caret
                | O::Shl
                | O::Shr
                | O::Equal
                | O::NotEqual
                | O::Less
                | O::Greater
                | O::LessEqual
                | O::GreaterEqual
                | O::Spaceship
                | O::Subscript,
                [left, right],
            ) => {
                for &a in left {
                    for &b in right {
                        self.builtin_pair(op, a, b, &mut list);
                    }
                }
            }
            (
                O::PlusAssign
                | O::MinusAssign
                | O::StarAssign
                | O::SlashAssign
                | O::PercentAssign
                | O::AmpAssign
                | O::PipeAssign
                | O::CaretAssign
                | O::ShlAssign
                | O::ShrAssign,
                [_, right],
            ) => {
                for target in self.changeable_types(&operands[0]) {
                    let reference = self.types.lref(target);
                    for &b in right {
                        list.push(smallvec::smallvec![reference, b]);
                    }
                }
            }
            (O::Increment | O::Decrement, [_, ..]) => {
                for target in self.changeable_types(&operands[0]) {
                    let reference = self.types.lref(target);
                    list.push(smallvec::smallvec![reference, Ty::INT]);
                }
            }
            _ => {}
        }
        list
    }

    /// Whether a type has a built-in candidate of its own for the arms of `?:` ([over.built]/28).
    fn has_own_arms(&mut self, ty: Ty) -> bool {
        let is_scoped = self.types.enum_of(ty).is_some_and(|id| self.entities[id].is_scoped);
        let is_pointer = self.types.pointee(ty).is_some();
        is_scoped || is_pointer || matches!(self.types.kind(ty), TyKind::MemberPointer { .. })
    }

    /// The parameter types of the built-in candidates for the arms of `?:` that can win.
    pub(super) fn builtin_arms(&mut self, arms: &[Operand; 2]) -> Vec<smallvec::SmallVec<[Ty; 2]>> {
        let [left, right] = arms.each_ref().map(|arm| self.candidate_types(arm));
        let mut list = Vec::new();
        let mut add = |a, b| {
            let pair = smallvec::smallvec![a, b];
            if !list.contains(&pair) {
                list.push(pair);
            }
        };
        // The other arm may convert to it by a template, or be a null pointer constant.
        for &ty in left.iter().chain(&right) {
            if self.has_own_arms(ty) {
                add(ty, ty);
            }
        }
        for (&a, &b) in left.iter().flat_map(|a| right.iter().map(move |b| (a, b))) {
            if self.types.is_arithmetic(a) && self.types.is_arithmetic(b) {
                add(a, b);
            } else if let Some(ty) = self.composite_of_pointers(a, b) {
                add(ty, ty);
            }
        }
        list
    }

    /// The types of the objects that an operand is, or refers to through a conversion function: what
    /// a built-in operator can change ([over.built]/3, 18).
    fn changeable_types(&mut self, operand: &Operand) -> OperandTypes {
        let mut types = OperandTypes::new();
        let Some(expr) = operand.as_expr() else { return types };
        let ty = self.typed.exprs[expr].ty;
        let Some(class) = self.types.class_of(ty) else {
            if self.types.is_arithmetic(ty) || self.types.pointee(ty).is_some() {
                types.push(ty);
            }
            return types;
        };
        for entity in self.conversion_functions(class) {
            let Entity::Function(function) = entity else { continue };
            if self.entities[function].is_explicit {
                continue;
            }
            let result = self.return_type(function, Span::NONE);
            if let TyKind::LRef(referent) = *self.types.kind(result)
                && !self.types.cv(referent).is_const()
                && self.types.is_scalar(referent)
                && !types.contains(&referent)
            {
                types.push(referent);
            }
        }
        types
    }

    fn builtin_pair(
        &mut self,
        op: OverloadedOperator,
        a: Ty,
        b: Ty,
        list: &mut Vec<smallvec::SmallVec<[Ty; 2]>>,
    ) {
        use OverloadedOperator as O;
        let arithmetic = self.types.is_arithmetic(a) && self.types.is_arithmetic(b);
        let integral = self.types.is_integral(a) && self.types.is_integral(b);
        let pointers = (self.types.pointee(a).is_some(), self.types.pointee(b).is_some());
        let mut push = |a, b| {
            let pair = smallvec::smallvec![a, b];
            if !list.contains(&pair) {
                list.push(pair);
            }
        };
        match op {
            O::Star | O::Slash if arithmetic => push(a, b),
            O::Percent | O::Amp | O::Pipe | O::Caret | O::Shl | O::Shr if integral => push(a, b),
            O::Plus | O::Minus if arithmetic => push(a, b),
            O::Plus if pointers == (false, true) && self.types.is_integral(a) => {
                push(Ty::PTRDIFF, b);
            }
            O::Plus | O::Minus | O::Subscript
                if pointers == (true, false) && self.types.is_integral(b) =>
            {
                push(a, Ty::PTRDIFF);
            }
            O::Subscript if pointers == (false, true) && self.types.is_integral(a) => {
                push(Ty::PTRDIFF, b);
            }
            O::Minus if pointers == (true, true) && a == b => push(a, b),
            O::Equal
            | O::NotEqual
            | O::Less
            | O::Greater
            | O::LessEqual
            | O::GreaterEqual
            | O::Spaceship => {
                if arithmetic || (a == b && self.types.is_scalar(a)) {
                    push(a, b);
                } else if pointers.0 && (pointers.1 || b == Ty::NULLPTR) {
                    push(a, a);
                } else if pointers.1 && a == Ty::NULLPTR {
                    push(b, b);
                }
            }
            _ => {}
        }
    }

    /// The types that an operand has or converts to, arithmetic ones promoted.
    fn candidate_types(&mut self, operand: &Operand) -> OperandTypes {
        let mut types = OperandTypes::new();
        let Some(expr) = operand.as_expr() else { return types };
        let source = Source::of(self, expr);
        let add = |cx: &mut Cx<'_>, types: &mut OperandTypes, ty: Ty| {
            let ty = cx.types.decay(ty);
            let promoted = cx.promoted(ty);
            let ty = if cx.types.is_arithmetic(promoted) { promoted } else { ty };
            if !types.contains(&ty) {
                types.push(ty);
            }
        };
        match self.types.class_of(source.ty) {
            None => {
                add(self, &mut types, source.ty);
                // Enumerations compare as themselves too.
                let own = self.types.strip_cv(source.ty);
                if self.types.enum_of(own).is_some() && !types.contains(&own) {
                    types.push(own);
                }
            }
            Some(class) => {
                self.complete_class(class, Span::NONE);
                for entity in self.conversion_functions(class) {
                    let Entity::Function(function) = entity else { continue };
                    if self.entities[function].is_explicit {
                        continue;
                    }
                    let result = self.return_type(function, Span::NONE);
                    let result = self.types.strip_cvref(result);
                    if self.types.class_of(result).is_none() {
                        add(self, &mut types, result);
                        if self.types.enum_of(result).is_some() && !types.contains(&result) {
                            types.push(result);
                        }
                    }
                }
            }
        }
        types
    }
}
