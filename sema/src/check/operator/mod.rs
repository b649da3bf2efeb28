//! Operators: overloaded ([over.match.oper]) and what they mean here and there; the meaning of the
//! built-in ones is in `builtin_op`.
//!
//! An operator with an operand of class or enumeration type goes through overload resolution over
//! members, non-members found by both lookups, rewritten comparisons, and built-in candidates;
//! every other one is built in.

use lang::ast::{self, BinaryOp, OverloadedOperator, UnaryOp};
use lang::base::Span;

use super::expr::Checker;
use super::init::Form;
use super::operand::{Check, Operand, Reported, Source};
use crate::Cx;
use crate::codes;
use crate::constexpr::value::{Member, Value};
use crate::convert::{Context, ConversionSequence};
use crate::entity::{DeclName, Entity, FunctionId};
use crate::overload::report::Wanted;
use crate::overload::{Callee, Candidate, CandidateSet, Resolution, Rewrite};
use crate::template::deduce::ArgInfo;
use crate::ty::Ty;
use crate::typed::{ConvertKind, ExprId, ExprKind, HostOnly, ValueCategory};

/// The built-in candidate types of one operand ([over.built]).
type OperandTypes = smallvec::SmallVec<[Ty; 2]>;

/// What resolution decided for an operator.
enum Choice {
    /// No user-defined operator: the operands, those of class type converted.
    Builtin(Vec<ExprId>),
    Call(ExprId),
}

impl<'a> Checker<'_, 'a> {
    pub fn binary(
        &mut self,
        op: BinaryOp,
        op_span: Span,
        lhs: ast::ExprId,
        rhs: ast::ExprId,
        span: Span,
    ) -> Check<ExprId> {
        let left = self.operand(lhs);
        let right = self.operand(rhs);
        self.binary_operands(op, op_span, left?, right?, span)
    }

    /// A binary operator other than assignment, on checked operands.
    pub fn binary_operands(
        &mut self,
        op: BinaryOp,
        op_span: Span,
        lhs: Operand,
        rhs: Operand,
        span: Span,
    ) -> Check<ExprId> {
        let lhs = Operand::Expr(self.designated(lhs)?);
        let rhs = match (op, rhs) {
            (BinaryOp::Comma, rhs) => Operand::Expr(self.designated(rhs)?),
            (_, Operand::Overloads(set)) => {
                Operand::Expr(self.designated(Operand::Overloads(set))?)
            }
            (_, rhs) => rhs,
        };
        if self.is_error_operand(&lhs) || self.is_error_operand(&rhs) {
            return Err(Reported);
        }
        let operands = [lhs, rhs];
        // `.*` cannot be overloaded.
        if op != BinaryOp::MemberPointer && self.needs_resolution(&operands) {
            let scope = self.scope;
            match self.resolve_operator(
                scope,
                overloaded(op),
                Some(op),
                &operands,
                op_span,
                span,
            )? {
                Choice::Call(call) => return Ok(call),
                Choice::Builtin(values) => {
                    return self.builtin_binary(op, values[0], values[1], op_span, span);
                }
            }
        }
        let [lhs, rhs] = operands;
        let (lhs, rhs) = (self.designated(lhs)?, self.designated(rhs)?);
        self.builtin_binary(op, lhs, rhs, op_span, span)
    }

    fn is_error_operand(&self, operand: &Operand) -> bool {
        operand.as_expr().is_some_and(|expr| self.types.is_error(self.typed.exprs[expr].ty))
    }

    fn needs_resolution(&self, operands: &[Operand]) -> bool {
        operands.iter().any(|operand| {
            operand.as_expr().is_some_and(|expr| {
                let ty = self.typed.exprs[expr].ty;
                self.types.class_of(ty).is_some() || self.types.enum_of(ty).is_some()
            })
        })
    }

    pub fn unary(&mut self, op: UnaryOp, operand: ast::ExprId, span: Span) -> Check<Operand> {
        if op == UnaryOp::AddressOf {
            return self.address_of(operand, span);
        }
        let expr = self.expr(operand)?;
        self.unary_expr(op, expr, span)
    }

    /// A unary operator but `&`, on a checked operand.
    pub fn unary_expr(&mut self, op: UnaryOp, expr: ExprId, span: Span) -> Check<Operand> {
        if self.types.is_error(self.typed.exprs[expr].ty) {
            return Err(Reported);
        }
        let operands = [Operand::Expr(expr)];
        let mut value = expr;
        if self.needs_resolution(&operands) {
            let scope = self.scope;
            let mut operands = operands.to_vec();
            if op.is_postfix() {
                // Told apart by a second argument 0 ([over.inc]).
                let zero = self.constant(Value::Int(0), Ty::INT, span);
                self.check.zero_literals.insert(zero);
                operands.push(Operand::Expr(zero));
            }
            match self.resolve_operator(scope, overloaded_unary(op), None, &operands, span, span)? {
                Choice::Call(call) => return Ok(Operand::Expr(call)),
                Choice::Builtin(values) => value = values[0],
            }
        }
        self.builtin_unary(op, value, span).map(Operand::Expr)
    }

    /// `&x` ([expr.unary.op]/3)
    fn address_of(&mut self, operand: ast::ExprId, span: Span) -> Check<Operand> {
        if let ast::ExprKind::Name(name) = self.ast[operand].kind
            && self.ast[name].is_qualified()
            && let Some(member) = self.member_pointer(name, span)?
        {
            return Ok(Operand::Expr(member));
        }
        let operand = self.operand(operand)?;
        let expr = match operand {
            // The set stays one: what it initialises picks the function.
            Operand::Overloads(set) => match self.single_function(&set) {
                Some(function) if !self.has_object_parameter(function) => {
                    self.function_expr(function, set.span)
                }
                _ => return Ok(Operand::Overloads(set)),
            },
            operand => self.designated(operand)?,
        };
        let ty = self.typed.exprs[expr].ty;
        if self.types.class_of(ty).is_some() {
            let operands = [Operand::Expr(expr)];
            if let Some(call) = self.user_operator(OverloadedOperator::Amp, &operands, span)? {
                return Ok(Operand::Expr(call));
            }
        }
        if self.typed.exprs[expr].category != ValueCategory::LValue {
            let message = "only a variable or other object has an address, not a temporary";
            self.error(codes::NOT_AN_LVALUE, span, message);
            return Err(Reported);
        }
        if self.bit_field_width(expr).is_some() {
            self.error(codes::INVALID_OPERAND, span, "a bit-field has no address");
            return Err(Reported);
        }
        let pointer = self.types.pointer(ty);
        if let ExprKind::Function(_) = self.typed.exprs[expr].kind {
            let made = self.convert(ConvertKind::FunctionToPointer, expr, pointer, span);
            return Ok(Operand::Expr(made));
        }
        Ok(Operand::Expr(self.typed.prvalue(ExprKind::AddressOf(expr), pointer, span)))
    }

    /// `&C::member` for a non-static member.
    fn member_pointer(&mut self, name: ast::QualNameId, span: Span) -> Check<Option<ExprId>> {
        let scope = self.scope;
        let lookup = self.lookup_name(scope, name).ok_or(Reported)?;
        match lookup.found.single() {
            Some(&Entity::Field(class, index)) => {
                let field = self.entities[class].fields[index as usize].ty;
                let class = self.entities[class].ty;
                let ty = self.types.member_pointer(class, field);
                let value = Value::MemberPointer(Some(Member::Field(index)));
                Ok(Some(self.constant(value, ty, span)))
            }
            Some(&Entity::Function(function)) if self.has_object_parameter(function) => {
                self.return_type(function, span);
                let crate::entity::Owner::Class(class) = self.entities[function].owner else {
                    return Ok(None);
                };
                let class = self.entities[class].ty;
                let ty = self.entities[function].ty;
                let ty = self.types.member_pointer(class, ty);
                let value = Value::MemberPointer(Some(Member::Function(function)));
                Ok(Some(self.constant(value, ty, span)))
            }
            _ => Ok(None),
        }
    }

    /// A user-defined unary operator without built-in rival; `None` when there is none.
    fn user_operator(
        &mut self,
        op: OverloadedOperator,
        operands: &[Operand],
        span: Span,
    ) -> Check<Option<ExprId>> {
        let scope = self.scope;
        let mut set = CandidateSet::default();
        self.collect_operator(&mut set, scope, op, operands, Rewrite::None);
        match self.best_candidate(&set) {
            Resolution::Best(index) => {
                let function = set.viable[index].function().ok_or(Reported)?;
                self.call_operator(function, operands.to_vec(), span).map(Some)
            }
            Resolution::NoViable | Resolution::Ambiguous(_) => Ok(None),
        }
    }

    pub fn assign(
        &mut self,
        op: Option<BinaryOp>,
        op_span: Span,
        lhs: ast::ExprId,
        rhs: ast::ExprId,
        span: Span,
    ) -> Check<ExprId> {
        // The right operand is sequenced first ([expr.ass]/1); checking has no such order.
        let left = self.operand(lhs);
        let right = self.operand(rhs);
        self.assign_operands(op, op_span, left?, right?, span)
    }

    pub fn assign_operands(
        &mut self,
        op: Option<BinaryOp>,
        op_span: Span,
        lhs: Operand,
        rhs: Operand,
        span: Span,
    ) -> Check<ExprId> {
        let target = self.designated(lhs)?;
        let ty = self.typed.exprs[target].ty;
        if self.types.is_error(ty) || self.is_error_operand(&rhs) {
            return Err(Reported);
        }
        let operands = [Operand::Expr(target), rhs];
        let is_class = self.types.class_of(ty).is_some();
        if is_class || (op.is_some() && self.needs_resolution(&operands)) {
            let scope = self.scope;
            let overload = overloaded_assign(op);
            match self.resolve_operator(scope, overload, None, &operands, op_span, span)? {
                Choice::Call(call) => return Ok(call),
                Choice::Builtin(values) => {
                    let value = Operand::Expr(values[1]);
                    return self.builtin_assign(op, values[0], value, op_span, span);
                }
            }
        }
        let [_, rhs] = operands;
        self.builtin_assign(op, target, rhs, op_span, span)
    }

    /// `object[index]` ([expr.sub], [over.sub])
    pub fn subscript(
        &mut self,
        object: ast::ExprId,
        indices: &'a [ast::ExprId],
        span: Span,
    ) -> Check<ExprId> {
        let object = self.expr(object);
        let indices = self.operands(indices);
        let (object, mut indices) = (object?, indices?);
        if self.types.is_error(self.typed.exprs[object].ty) {
            return Err(Reported);
        }
        if self.types.class_of(self.typed.exprs[object].ty).is_some() {
            let mut operands = vec![Operand::Expr(object)];
            operands.append(&mut indices);
            let scope = self.scope;
            let op = OverloadedOperator::Subscript;
            match self.resolve_operator(scope, op, None, &operands, span, span)? {
                Choice::Call(call) => return Ok(call),
                Choice::Builtin(values) => {
                    return self.builtin_subscript(values[0], values[1], span);
                }
            }
        }
        let [index] = indices.as_slice() else {
            let message = format!("an array takes one subscript, not {}", indices.len());
            self.error(codes::INVALID_OPERAND, span, message);
            return Err(Reported);
        };
        let index = self.designated(index.clone())?;
        let index = match self.types.class_of(self.typed.exprs[index].ty) {
            Some(_) => {
                let operands = [Operand::Expr(object), Operand::Expr(index)];
                let scope = self.scope;
                let op = OverloadedOperator::Subscript;
                match self.resolve_operator(scope, op, None, &operands, span, span)? {
                    Choice::Call(call) => return Ok(call),
                    Choice::Builtin(values) => values[1],
                }
            }
            None => index,
        };
        self.builtin_subscript(object, index, span)
    }

    /// `c ? a : b` ([expr.cond])
    pub fn conditional(
        &mut self,
        cond: ast::ExprId,
        then: ast::ExprId,
        otherwise: ast::ExprId,
        span: Span,
    ) -> Check<ExprId> {
        let condition = self.condition(cond);
        let (a, b) = (self.expr(then), self.expr(otherwise));
        let (condition, a, b) = (condition?, a?, b?);
        self.conditional_exprs(condition, a, b, span)
    }
}

impl<'a> Cx<'a> {
    /// Overload resolution for an operator. `binary` is the operator when rewriting may apply.
    fn resolve_operator(
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
                if self.report_tile_compound(op, operands, op_span, span) {
                    return Err(Reported);
                }
                let wanted = Wanted::Operator(op.text().to_owned());
                self.report_no_viable(&wanted, &set, operands, op_span);
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
            _ => match op.text().strip_suffix('=') {
                Some(base) if BinaryOp::ALL.iter().any(|op| op.text() == base) => base,
                _ => return false,
            },
        };
        let is_comparison = matches!(
            op,
            OverloadedOperator::LessEqual
                | OverloadedOperator::GreaterEqual
                | OverloadedOperator::Equal
                | OverloadedOperator::NotEqual
        );
        if !is_tile || is_comparison {
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

    /// Member and non-member candidates ([over.match.oper]/3.1, 3.2).
    fn collect_operator(
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
            && self.complete_class(class, Span::NONE)
        {
            if op == OverloadedOperator::Equal {
                self.declare_implicit_equality(class);
            }
            let rest = &operands[1..];
            let infos: Vec<ArgInfo> = rest.iter().map(|arg| arg.info(self)).collect();
            // An assignment operator hides those of the bases, being declared implicitly if not
            // otherwise ([over.ass]).
            let members = match op {
                OverloadedOperator::Assign => self.assignment_operators(class),
                _ => self.lookup_member(class, name).entities.into_vec(),
            };
            for entity in members {
                self.add_candidate(set, &entity, None, Some(object), rest, &infos);
            }
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
        // What only rewriting would have reached is no near miss.
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

    /// Calls an operator function: of a member the first operand is the object.
    fn call_operator(
        &mut self,
        function: FunctionId,
        mut operands: Vec<Operand>,
        span: Span,
    ) -> Check<ExprId> {
        self.check_deleted(function, span)?;
        if self.has_object_parameter(function) {
            let object = operands.remove(0).as_expr().ok_or(Reported)?;
            if self.entities[function].is_virtual {
                let result = self.return_type(function, span);
                return Ok(self.host_only(HostOnly::VirtualCall, result, span));
            }
            return self.call_function(function, Some(object), operands, span);
        }
        self.call_function(function, None, operands, span)
    }

    fn builtin_candidate(
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
    fn convert_class_operands(
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
    fn builtin_candidates(
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
                let target = operands[0].as_expr().map(|expr| self.typed.exprs[expr].ty);
                if let Some(target) = target
                    && self.types.class_of(target).is_none()
                {
                    let reference = self.types.lref(target);
                    for &b in right {
                        list.push(smallvec::smallvec![reference, b]);
                    }
                }
            }
            (O::Increment | O::Decrement, [_, ..]) => {
                let target = operands[0].as_expr().map(|expr| self.typed.exprs[expr].ty);
                if let Some(target) = target
                    && self.types.class_of(target).is_none()
                {
                    let reference = self.types.lref(target);
                    list.push(smallvec::smallvec![reference, Ty::INT]);
                }
            }
            _ => {}
        }
        list
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

    /// [expr.cond]/4-7
    pub fn conditional_exprs(
        &mut self,
        condition: ExprId,
        a: ExprId,
        b: ExprId,
        span: Span,
    ) -> Check<ExprId> {
        let (x, y) = (self.typed.exprs[a].clone(), self.typed.exprs[b].clone());
        if self.types.is_error(x.ty) || self.types.is_error(y.ty) {
            return Err(Reported);
        }
        // 2: a void arm, or one that throws.
        if self.types.is_void(x.ty) || self.types.is_void(y.ty) {
            let throws = |expr: &crate::typed::Expr| {
                matches!(expr.kind, ExprKind::HostOnly(HostOnly::Throw))
            };
            if self.types.is_void(x.ty) && self.types.is_void(y.ty) {
                return Ok(self.conditional_node(
                    condition,
                    a,
                    b,
                    Ty::VOID,
                    ValueCategory::PRValue,
                    span,
                ));
            }
            if throws(&x) || throws(&y) {
                let (ty, category) =
                    if throws(&x) { (y.ty, y.category) } else { (x.ty, x.category) };
                return Ok(self.conditional_node(condition, a, b, ty, category, span));
            }
            return self.report_arms(x.ty, y.ty, span);
        }
        let (mut a, mut b) = (a, b);
        let has_class = self.types.class_of(x.ty).is_some() || self.types.class_of(y.ty).is_some();
        let same = self.types.unqualified(x.ty) == self.types.unqualified(y.ty);
        if (x.ty != y.ty && has_class) || (same && x.ty != y.ty && x.category.is_glvalue()) {
            // 4: one arm is converted to the type of the other, when that works one way only.
            let to_b = self.arm_target(a, b);
            let to_a = self.arm_target(b, a);
            match (to_b, to_a) {
                (Some(ty), None) => a = self.initialize(ty, Operand::Expr(a), Form::Copy, span)?,
                (None, Some(ty)) => b = self.initialize(ty, Operand::Expr(b), Form::Copy, span)?,
                (Some(_), Some(_)) if has_class && !same => {
                    let message = format!(
                        "the arms `{}` and `{}` convert to each other; cast one of them",
                        self.show(x.ty),
                        self.show(y.ty)
                    );
                    self.error(codes::INCOMPATIBLE_ARMS, span, message);
                    return Err(Reported);
                }
                _ => {}
            }
        }
        let (x, y) = (self.typed.exprs[a].clone(), self.typed.exprs[b].clone());
        // 5: glvalues of one type and category.
        if x.category.is_glvalue() && x.category == y.category {
            if x.ty == y.ty {
                return Ok(self.conditional_node(condition, a, b, x.ty, x.category, span));
            }
            let (p, q) = (self.types.unqualified(x.ty), self.types.unqualified(y.ty));
            if p == q && self.bit_field_width(a).is_none() && self.bit_field_width(b).is_none() {
                let cv = self.types.cv(x.ty).union(self.types.cv(y.ty));
                let ty = self.types.qualified(p, cv);
                return Ok(self.conditional_node(condition, a, b, ty, x.category, span));
            }
        }
        let (p, q) = (self.types.unqualified(x.ty), self.types.unqualified(y.ty));
        if p == q && self.types.class_of(p).is_some() {
            let a = self.initialize(p, Operand::Expr(a), Form::Copy, span)?;
            let b = self.initialize(p, Operand::Expr(b), Form::Copy, span)?;
            return Ok(self.conditional_node(condition, a, b, p, ValueCategory::PRValue, span));
        }
        // 7: values.
        let (a, b) = (self.load(a), self.load(b));
        let (p, q) = (
            self.types.strip_cv(self.typed.exprs[a].ty),
            self.types.strip_cv(self.typed.exprs[b].ty),
        );
        let common = if p == q {
            Some(p)
        } else if let (p, q) = (self.arithmetic_type(p), self.arithmetic_type(q))
            && self.types.is_arithmetic(p)
            && self.types.is_arithmetic(q)
        {
            self.common_arithmetic(p, q)
        } else {
            self.composite_pointer(a, b)
        };
        let Some(common) = common else { return self.report_arms(p, q, span) };
        let (a, b) = (self.apply_standard(a, common), self.apply_standard(b, common));
        Ok(self.conditional_node(condition, a, b, common, ValueCategory::PRValue, span))
    }

    fn report_arms(&mut self, a: Ty, b: Ty, span: Span) -> Check<ExprId> {
        let message = format!(
            "the arms of `?:` have no common type: `{}` and `{}`",
            self.show(a),
            self.show(b)
        );
        self.error(codes::INCOMPATIBLE_ARMS, span, message);
        Err(Reported)
    }

    fn conditional_node(
        &mut self,
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
        ty: Ty,
        category: ValueCategory,
        span: Span,
    ) -> ExprId {
        let kind = ExprKind::Conditional { condition, then, otherwise };
        self.typed.expr(kind, ty, category, span)
    }

    /// [expr.cond]/4: the type that `from` is converted to, related to `to`, if it can be.
    fn arm_target(&mut self, from: ExprId, to: ExprId) -> Option<Ty> {
        let (source, node) = (Source::of(self, from), self.typed.exprs[to].clone());
        let reference = match node.category {
            ValueCategory::LValue => Some(self.types.lref(node.ty)),
            ValueCategory::XValue => Some(self.types.rref(node.ty)),
            ValueCategory::PRValue => None,
        };
        if let Some(reference) = reference
            && self.binds_directly(source, reference)
        {
            return Some(reference);
        }
        let value = self.types.decay(node.ty);
        let (p, q) = (self.types.strip_cv(source.ty), self.types.strip_cv(node.ty));
        if let (Some(c), Some(d)) = (self.types.class_of(p), self.types.class_of(q)) {
            let related = c == d || self.base_depth(c, d).is_some();
            if related {
                let includes = self.types.cv(node.ty).includes(self.types.cv(source.ty));
                return (includes && c != d).then_some(node.ty);
            }
            if self.base_depth(d, c).is_some() {
                return None;
            }
        }
        self.conversion_of(source, value, Context::IMPLICIT).ok().map(|_| value)
    }

    fn binds_directly(&mut self, source: Source, reference: Ty) -> bool {
        let referent = self.types.strip_ref(reference);
        match self.conversion_of(source, reference, Context::IMPLICIT) {
            Ok(ConversionSequence::Standard(_)) => {
                source.category.is_glvalue()
                    && self.reference_related(referent, source.ty).is_some()
            }
            Ok(ConversionSequence::User(user)) => user.function.is_some_and(|function| {
                let result = self.return_type(function, Span::NONE);
                self.types.is_ref(result)
            }),
            _ => false,
        }
    }
}

fn overloaded(op: BinaryOp) -> OverloadedOperator {
    use OverloadedOperator as O;
    match op {
        BinaryOp::Comma => O::Comma,
        BinaryOp::LogicalOr => O::OrOr,
        BinaryOp::LogicalAnd => O::AndAnd,
        BinaryOp::BitOr => O::Pipe,
        BinaryOp::BitXor => O::Caret,
        BinaryOp::BitAnd => O::Amp,
        BinaryOp::Equal => O::Equal,
        BinaryOp::NotEqual => O::NotEqual,
        BinaryOp::Less => O::Less,
        BinaryOp::Greater => O::Greater,
        BinaryOp::LessEqual => O::LessEqual,
        BinaryOp::GreaterEqual => O::GreaterEqual,
        BinaryOp::Spaceship => O::Spaceship,
        BinaryOp::Shl => O::Shl,
        BinaryOp::Shr => O::Shr,
        BinaryOp::Add => O::Plus,
        BinaryOp::Sub => O::Minus,
        BinaryOp::Mul => O::Star,
        BinaryOp::Div => O::Slash,
        BinaryOp::Rem => O::Percent,
        // `.*` cannot be overloaded and never comes here.
        BinaryOp::MemberPointer | BinaryOp::ArrowMemberPointer => O::ArrowStar,
    }
}

fn overloaded_unary(op: UnaryOp) -> OverloadedOperator {
    use OverloadedOperator as O;
    match op {
        UnaryOp::Plus => O::Plus,
        UnaryOp::Minus => O::Minus,
        UnaryOp::Not => O::Not,
        UnaryOp::BitNot => O::BitNot,
        UnaryOp::Deref => O::Star,
        UnaryOp::AddressOf => O::Amp,
        UnaryOp::PreIncrement | UnaryOp::PostIncrement => O::Increment,
        UnaryOp::PreDecrement | UnaryOp::PostDecrement => O::Decrement,
    }
}

/// `=`, or the compound assignment of an operator; those without one never come here.
fn overloaded_assign(op: Option<BinaryOp>) -> OverloadedOperator {
    use OverloadedOperator as O;
    match op {
        None => O::Assign,
        Some(BinaryOp::Add) => O::PlusAssign,
        Some(BinaryOp::Sub) => O::MinusAssign,
        Some(BinaryOp::Mul) => O::StarAssign,
        Some(BinaryOp::Div) => O::SlashAssign,
        Some(BinaryOp::Rem) => O::PercentAssign,
        Some(BinaryOp::BitXor) => O::CaretAssign,
        Some(BinaryOp::BitAnd) => O::AmpAssign,
        Some(BinaryOp::BitOr) => O::PipeAssign,
        Some(BinaryOp::Shl) => O::ShlAssign,
        Some(BinaryOp::Shr) => O::ShrAssign,
        Some(
            BinaryOp::Comma
            | BinaryOp::LogicalOr
            | BinaryOp::LogicalAnd
            | BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::Greater
            | BinaryOp::LessEqual
            | BinaryOp::GreaterEqual
            | BinaryOp::Spaceship
            | BinaryOp::MemberPointer
            | BinaryOp::ArrowMemberPointer,
        ) => O::Assign,
    }
}
