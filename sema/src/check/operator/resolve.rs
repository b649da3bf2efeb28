//! Overload resolution for operators ([over.match.oper]).
//!
//! In: the operator and its operands, one of them of class or enumeration type. Out: a call, or the
//! operands converted to what the built-in operator takes. Comparisons also find their rewritten
//! and reversed candidates ([over.match.oper]/3.4).

use lang::ast::{BinaryOp, OverloadedOperator};
use lang::base::Span;

use super::Choice;
use crate::Cx;
use crate::check::expr::Checker;
use crate::check::init::Form;
use crate::check::operand::{Check, Operand, Reported};
use crate::codes;
use crate::constexpr::value::Value;
use crate::convert::{ConversionSequence, SecondConversion};
use crate::entity::{ClassId, DeclName, Entity, FunctionId, Owner};
use crate::overload::report::Wanted;
use crate::overload::{Callee, Candidate, CandidateSet, Reason, Rejection, Resolution, Rewrite};
use crate::template::deduce::{ArgInfo, FailureReason};
use crate::ty::Ty;
use crate::typed::{ExprId, ExprKind};

impl<'a> Cx<'a> {
    /// Overload resolution for an operator. `binary` is the operator when rewriting may apply.
    pub(super) fn resolve_operator(
        &mut self,
        scope: crate::scope::ScopeId,
        op: OverloadedOperator,
        binary: Option<BinaryOp>,
        operands: &[Operand],
        op_span: Span,
        span: Span,
    ) -> Check<Choice> {
        let mut set = CandidateSet::default();
        self.collect_operator(&mut set, scope, op, operands, Rewrite::None);
        if let Some(binary) = binary {
            self.collect_rewritten(&mut set, scope, binary, operands);
        }
        let signatures = self.builtin_candidates(op, operands);
        for (index, params) in signatures.iter().enumerate() {
            if let Some(candidate) = self.builtin_candidate(index as u32, params, operands) {
                set.viable.push(candidate);
            }
        }
        match self.best_candidate(&set) {
            Resolution::Best(index) => {
                let best = set.viable[index].clone();
                match best.callee {
                    Callee::Builtin(_) => self.convert_class_operands(&best, operands, span),
                    Callee::Function(function) => {
                        self.check_deleted(function, op_span)?;
                        self.call_rewritten(scope, function, best.rewrite, binary, operands, span)
                            .map(Choice::Call)
                    }
                }
            }
            Resolution::Ambiguous(indices) => {
                let wanted = Wanted::Operator(op.text().to_owned());
                self.report_ambiguous_call(&wanted, &set, &indices, operands, op_span);
                Err(Reported)
            }
            Resolution::NoViable => {
                if self.is_builtin_on_classes(op, operands) {
                    let values = operands.iter().filter_map(Operand::as_expr).collect();
                    return Ok(Choice::Builtin(values));
                }
                let has_class = operands.iter().filter_map(Operand::as_expr).any(|expr| {
                    let ty = self.typed.exprs[expr].ty;
                    self.types.class_of(ty).is_some()
                });
                if !has_class && operands.iter().all(|operand| operand.as_expr().is_some()) {
                    // Enumerations only: the built-in operator says what is wrong.
                    let values = operands.iter().filter_map(Operand::as_expr).collect();
                    return Ok(Choice::Builtin(values));
                }
                let operands = match op {
                    // The second operand only tells `x++` from `++x`.
                    OverloadedOperator::Increment | OverloadedOperator::Decrement => &operands[..1],
                    _ => operands,
                };
                if let [Operand::Expr(target), value] = operands
                    && compound_operator(op).is_some()
                {
                    let ty = self.types.strip_cvref(self.typed.exprs[*target].ty);
                    self.check_not_scalar_for_tile(*target, ty, value)?;
                }
                if self.report_tile_compound(op, operands, op_span, span) {
                    return Err(Reported);
                }
                if op == OverloadedOperator::Assign
                    && let Some(target) = operands.first().and_then(Operand::as_expr)
                    && self.types.cv(self.typed.exprs[target].ty).is_const()
                {
                    self.require_modifiable(target, op_span)?;
                }
                let wanted = Wanted::Operator(op.text().to_owned());
                let repair = self.repair_arguments(
                    None,
                    operands,
                    &set.rejected,
                    op.text() == "*",
                    &mut |cx, operands| {
                        let mut set = CandidateSet::default();
                        cx.collect_operator(&mut set, scope, op, operands, Rewrite::None);
                        matches!(cx.best_candidate(&set), Resolution::Best(_))
                    },
                );
                self.report_no_viable_but(&wanted, &set, operands, op_span, repair);
                Err(Reported)
            }
        }
    }

    /// Tiles are values without compound assignment (section 2.2 of the Tile C++ reference): says
    /// so, and offers the assignment in full.
    fn report_tile_compound(
        &mut self,
        op: OverloadedOperator,
        operands: &[Operand],
        op_span: Span,
        span: Span,
    ) -> bool {
        let [Operand::Expr(target), rest @ ..] = operands else { return false };
        let node = &self.typed.exprs[*target];
        let (ty, target_span) = (node.ty, node.span);
        let is_tile = self
            .types
            .class_of(ty)
            .is_some_and(|class| self.entities[class].role == crate::entity::ClassRole::Tile);
        let base = match op {
            OverloadedOperator::Increment => "+",
            OverloadedOperator::Decrement => "-",
            _ => match compound_operator(op) {
                Some(base) => base,
                None => return false,
            },
        };
        if !is_tile {
            return false;
        }
        let message = format!("`{}` has no operator `{}`", self.show(ty), op.text());
        let mut diagnostic =
            lang::base::Diagnostic::new(codes::NO_VIABLE_OVERLOAD, op_span, message)
                .label("tiles are values: write the assignment in full");
        let sources = self.unit.sources;
        let lhs = sources.text(target_span);
        let rhs = match op {
            OverloadedOperator::Increment | OverloadedOperator::Decrement => "1",
            _ => rest.first().map_or("", |rhs| sources.text(rhs.span(self))),
        };
        if !lhs.is_empty() && !rhs.is_empty() {
            let is_simple = rhs.chars().all(|c| c.is_alphanumeric() || "_.:".contains(c));
            let text = match is_simple {
                true => format!("{lhs} = {lhs} {base} {rhs}"),
                false => format!("{lhs} = {lhs} {base} ({rhs})"),
            };
            let applicability = lang::base::Applicability::Always;
            diagnostic = diagnostic.fix(format!("write `{text}`"), applicability, span, text);
        }
        self.report(diagnostic);
        true
    }

    /// `,` and `&` have a meaning for every operand ([over.match.oper]/10).
    fn is_builtin_on_classes(&self, op: OverloadedOperator, operands: &[Operand]) -> bool {
        op == OverloadedOperator::Comma && operands.iter().all(|o| o.as_expr().is_some())
    }

    /// Members that a base has take an object of that base ([over.match.funcs.general]/4): against
    /// functions that are not members, and reversed, it counts that one of a derived class is converted.
    fn convert_object(&mut self, members: &mut [Candidate], class: ClassId, name: DeclName) {
        let depth = |cx: &mut Self, member: &Candidate| match cx.entities[member.function()?].owner
        {
            Owner::Class(owner) => cx.base_depth(class, owner),
            _ => None,
        };
        let depths: Vec<u32> = members.iter().filter_map(|member| depth(self, member)).collect();
        let Some(depth @ 1..) = depths.into_iter().min() else { return };
        // A using-declaration makes those of a base members of the class that has it.
        if !self.lookup_own_member(class, name).is_empty() {
            return;
        }
        for member in members {
            if let Some(Some(ConversionSequence::Standard(object))) = member.conversions.first_mut()
            {
                object.second = SecondConversion::DerivedToBase(depth);
            }
        }
    }

    /// Member and non-member candidates ([over.match.oper]/3.1, 3.2).
    pub(super) fn collect_operator(
        &mut self,
        set: &mut CandidateSet,
        scope: crate::scope::ScopeId,
        op: OverloadedOperator,
        operands: &[Operand],
        rewrite: Rewrite,
    ) {
        let name = DeclName::Operator(op);
        let operands: Vec<Operand> = match rewrite {
            Rewrite::Reversed => operands.iter().rev().cloned().collect(),
            Rewrite::None | Rewrite::Rewritten => operands.to_vec(),
        };
        let before = set.viable.len();
        let Some(first) = operands.first() else { return };
        if let Some(object) = first.as_expr()
            && let Some(class) = self.types.class_of(self.typed.exprs[object].ty)
            // One that is being defined counts too ([over.match.oper]/3).
            && (self.complete_class(class, Span::NONE) || self.is_being_defined(class))
        {
            if op == OverloadedOperator::Equal {
                self.declare_implicit_equalities(class);
            }
            let rest = &operands[1..];
            let infos: Vec<ArgInfo> = rest.iter().map(|arg| arg.info(self)).collect();
            // An assignment operator hides those of the bases, being declared implicitly if not
            // otherwise ([over.ass]).
            let members = match op {
                OverloadedOperator::Assign => self.assignment_operators(class),
                _ => self.lookup_member(class, name).entities.into_vec(),
            };
            let first = set.rejected.len();
            for entity in members {
                self.add_candidate(set, &entity, None, Some(object), rest, &infos);
            }
            count_from_object(&mut set.rejected[first..]);
            self.convert_object(&mut set.viable[before..], class, name);
        }
        let member_only = matches!(
            op,
            OverloadedOperator::Assign
                | OverloadedOperator::Subscript
                | OverloadedOperator::Call
                | OverloadedOperator::Arrow
        );
        if !member_only {
            let infos: Vec<ArgInfo> = operands.iter().map(|arg| arg.info(self)).collect();
            let mut found = self.lookup_unqualified_operator(scope, name);
            let types = self.argument_types(&operands);
            for entity in self.lookup_adl(name, &types).entities {
                if !found.contains(&entity) {
                    found.push(entity);
                }
            }
            for entity in found {
                self.add_candidate(set, &entity, None, None, &operands, &infos);
            }
        }
        for candidate in &mut set.viable[before..] {
            candidate.rewrite = rewrite;
            if rewrite == Rewrite::Reversed {
                candidate.conversions.reverse();
            }
        }
    }

    /// Unqualified lookup that ignores member functions ([over.match.oper]/3.2).
    fn lookup_unqualified_operator(
        &mut self,
        scope: crate::scope::ScopeId,
        name: DeclName,
    ) -> Vec<Entity> {
        let mut at = Some(scope);
        while let Some(scope) = at {
            let found = self.lookup_unqualified(scope, name);
            let is_member = found.naming_class.is_some();
            if !is_member {
                return found.entities.into_vec();
            }
            // Found in a class on the chain: go on outside of it.
            let class = self.scopes.chain(scope).find(|&id| {
                matches!(self.scopes[id].kind, crate::scope::ScopeKind::Class(class)
                    if Some(class) == found.naming_class)
            });
            at = class.and_then(|id| self.scopes[id].parent);
        }
        Vec::new()
    }

    /// [over.match.oper]/3.4: `==` for `!=`, `<=>` for the relational operators, and both with the
    /// operands exchanged.
    fn collect_rewritten(
        &mut self,
        set: &mut CandidateSet,
        scope: crate::scope::ScopeId,
        op: BinaryOp,
        operands: &[Operand],
    ) {
        use OverloadedOperator as O;
        if operands.iter().any(|operand| operand.as_expr().is_none()) {
            return;
        }
        let (through, direct) = match op {
            BinaryOp::Equal => (O::Equal, false),
            BinaryOp::NotEqual => (O::Equal, true),
            BinaryOp::Less | BinaryOp::Greater | BinaryOp::LessEqual | BinaryOp::GreaterEqual => {
                (O::Spaceship, true)
            }
            BinaryOp::Spaceship => (O::Spaceship, false),
            _ => return,
        };
        let rejected = set.rejected.len();
        if direct {
            self.collect_operator(set, scope, through, operands, Rewrite::Rewritten);
        }
        self.collect_operator(set, scope, through, operands, Rewrite::Reversed);
        // What only rewriting would have reached is not a near miss.
        set.rejected.truncate(rejected.max(1));
    }

    fn call_rewritten(
        &mut self,
        scope: crate::scope::ScopeId,
        function: FunctionId,
        rewrite: Rewrite,
        binary: Option<BinaryOp>,
        operands: &[Operand],
        span: Span,
    ) -> Check<ExprId> {
        let mut operands = operands.to_vec();
        if rewrite == Rewrite::Reversed {
            operands.reverse();
        }
        let call = self.call_operator(function, operands, span)?;
        if rewrite == Rewrite::None {
            return Ok(call);
        }
        match binary {
            Some(BinaryOp::Equal | BinaryOp::NotEqual) if !self.is_bool(call) => {
                let ty = self.show(self.typed.exprs[call].ty);
                let message = format!(
                    "`operator==` used for a rewritten comparison must return `bool`, not `{ty}`"
                );
                let diagnostic = lang::base::Diagnostic::new(codes::INVALID_OPERAND, span, message)
                    .secondary(self.entities[function].span, "declared here");
                self.report(diagnostic);
                Err(Reported)
            }
            Some(BinaryOp::NotEqual) => {
                let value = self.initialize(Ty::BOOL, Operand::Expr(call), Form::Direct, span)?;
                Ok(self.not(value, span))
            }
            Some(
                op @ (BinaryOp::Less
                | BinaryOp::Greater
                | BinaryOp::LessEqual
                | BinaryOp::GreaterEqual),
            ) => {
                let zero = self.constant(Value::Int(0), Ty::INT, span);
                self.check.zero_literals.insert(zero);
                let (call, zero) = (Operand::Expr(call), Operand::Expr(zero));
                let (lhs, rhs) =
                    if rewrite == Rewrite::Reversed { (zero, call) } else { (call, zero) };
                Checker::new(self, scope).binary_operands(op, span, lhs, rhs, span)
            }
            Some(BinaryOp::Spaceship) if rewrite == Rewrite::Reversed => {
                let zero = self.constant(Value::Int(0), Ty::INT, span);
                self.check.zero_literals.insert(zero);
                let (lhs, rhs) = (Operand::Expr(zero), Operand::Expr(call));
                let op = BinaryOp::Spaceship;
                Checker::new(self, scope).binary_operands(op, span, lhs, rhs, span)
            }
            _ => Ok(call),
        }
    }

    fn is_bool(&mut self, expr: ExprId) -> bool {
        let ty = self.types.strip_cvref(self.typed.exprs[expr].ty);
        ty == Ty::BOOL || self.types.is_error(ty)
    }

    /// Calls an operator function: of a member the first operand is the object.
    pub(super) fn call_operator(
        &mut self,
        function: FunctionId,
        mut operands: Vec<Operand>,
        span: Span,
    ) -> Check<ExprId> {
        self.check_usable(function, span)?;
        let is_member = self.has_object_parameter(function);
        let object = match is_member {
            true => Some(operands.remove(0).as_expr().ok_or(Reported)?),
            false => None,
        };
        let call = self.call_function(function, object, operands, span)?;
        if let DeclName::Operator(op) = self.entities[function].name
            && is_assignment(op)
            && let ExprKind::Call { right_first, .. } = &mut self.typed.exprs[call].kind
        {
            *right_first = true;
        }
        Ok(if is_member { self.virtually(call, false) } else { call })
    }
}

fn is_assignment(op: OverloadedOperator) -> bool {
    use OverloadedOperator as O;
    matches!(
        op,
        O::Assign
            | O::PlusAssign
            | O::MinusAssign
            | O::StarAssign
            | O::SlashAssign
            | O::PercentAssign
            | O::CaretAssign
            | O::AmpAssign
            | O::PipeAssign
            | O::ShlAssign
            | O::ShrAssign
    )
}

/// Lets rejected members count their arguments from the object, the first operand.
fn count_from_object(rejected: &mut [Rejection]) {
    for rejection in rejected {
        match &mut rejection.reason {
            Reason::Argument { index, .. } => *index += 1,
            Reason::Deduction(failure) => {
                if let FailureReason::Mismatch { argument, .. } = &mut failure.reason {
                    *argument += 1;
                }
            }
            _ => {}
        }
    }
}

/// The operator in a compound assignment: `+` of `+=`.
fn compound_operator(op: OverloadedOperator) -> Option<&'static str> {
    let is_comparison = matches!(
        op,
        OverloadedOperator::LessEqual
            | OverloadedOperator::GreaterEqual
            | OverloadedOperator::Equal
            | OverloadedOperator::NotEqual
    );
    let base = op.text().strip_suffix('=').filter(|_| !is_comparison)?;
    BinaryOp::ALL.iter().any(|op| op.text() == base).then_some(base)
}
