//! `switch` ([stmt.switch]), and operations on truth values.

use ir::{Scalar, Value};
use lang::base::Span;

use super::control::{BreakTarget, Exit, Flow};
use super::storage::{Leaf, LeafRef, Origin, OriginKind};
use super::{Low, Lowerer};
use crate::ty::Ty;
use crate::typed::{BinaryOp, ExprId, StmtId, SwitchCase};

impl Lowerer<'_, '_> {
    /// Runs the statements from the chosen case on; each group between two labels is guarded by
    /// "entered here or fallen into".
    pub(super) fn switch(
        &mut self,
        value: ExprId,
        cases: &[SwitchCase],
        body: &[StmtId],
        span: Span,
    ) -> Low<Flow> {
        let ty = self.cx.typed.exprs[value].ty;
        let value = self.full_expression(&[], |this| this.scalar(value))?;
        let exit = self.switch_exit();
        // Whether a label before has been taken.
        let entered = LeafRef { index: 1, ..exit.flag };
        let mut starts: Vec<u32> = cases.iter().map(|case| case.start).collect();
        starts.sort_unstable();
        starts.dedup();
        let mut none_matches = self.int_constant(Scalar::I1, 1);
        let mut matches = Vec::new();
        for case in cases {
            let Some(values) = case.values else { continue };
            let matching = self.case_matches(value, ty, values, span)?;
            let differs = self.not(matching);
            none_matches = self.and(none_matches, differs)?;
            matches.push((case.start, matching));
        }
        if let Some(default) = cases.iter().find(|case| case.values.is_none()) {
            matches.push((default.start, none_matches));
        }
        self.hoist(body)?;
        self.frame().breaks.push(BreakTarget::Switch(exit));
        let result = self.switch_groups(&starts, &matches, body, exit, entered, span);
        self.frame().breaks.pop();
        result
    }

    /// The flags of a switch: that of its `break`, and one that only plain ones need.
    pub(super) fn switch_exit(&mut self) -> Exit {
        let number = self.frame().switches;
        self.frame().switches += 1;
        let origin = Origin { kind: OriginKind::Return, node: number + 1, path: self.frame().path };
        let clear = self.int_constant(Scalar::I1, 0);
        let i1 = self.types.scalar(Scalar::I1);
        let slot =
            self.new_slot(origin, vec![Leaf::Value(clear), Leaf::Value(clear)], vec![i1, i1]);
        Exit { flag: LeafRef { slot, index: 0 }, loop_depth: self.loops.len() }
    }

    /// Whether the value is one of a `case`.
    pub(super) fn case_matches(
        &mut self,
        value: Value,
        ty: Ty,
        (low, high): (i128, i128),
        span: Span,
    ) -> Low<Value> {
        let Some(arithmetic) = self.arithmetic(ty) else {
            return self.bug(span, "a switch on something that is not an integer");
        };
        if low > high {
            return Ok(self.int_constant(Scalar::I1, 0));
        }
        let first = self.int_constant(arithmetic.scalar, low);
        if low == high {
            return self.binary(BinaryOp::Eq, arithmetic, value, first, span);
        }
        let last = self.int_constant(arithmetic.scalar, high);
        let from = self.binary(BinaryOp::Ge, arithmetic, value, first, span)?;
        let to = self.binary(BinaryOp::Le, arithmetic, value, last, span)?;
        self.and(from, to)
    }

    fn switch_groups(
        &mut self,
        starts: &[u32],
        matches: &[(u32, Value)],
        body: &[StmtId],
        exit: Exit,
        entered: LeafRef,
        span: Span,
    ) -> Low<Flow> {
        for (index, &start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).map_or(body.len(), |&next| next as usize);
            let group = &body[start as usize..end];
            let Leaf::Value(mut enter) = *self.leaf(entered) else { continue };
            for &(_, equal) in matches.iter().filter(|(at, _)| *at == start) {
                enter = self.or(enter, equal)?;
            }
            // Not after a `break`, nor after a `return`.
            let function_exit = self.frame().exit;
            for exit in [Some(exit), function_exit].into_iter().flatten() {
                let Leaf::Value(left) = *self.leaf(exit.flag) else { continue };
                let staying = self.not(left);
                enter = self.and(enter, staying)?;
            }
            let flow = self.branch(enter, span, &mut |this, first| {
                if !first {
                    return Ok(Flow::Falls);
                }
                let set = this.int_constant(Scalar::I1, 1);
                this.set_leaf(entered, Leaf::Value(set));
                this.sequence(group)
            })?;
            if flow == Flow::Ended {
                return Ok(Flow::Ended);
            }
        }
        Ok(Flow::Falls)
    }

    fn and(&mut self, a: Value, b: Value) -> Low<Value> {
        self.truth_op(BinaryOp::And, a, b)
    }

    pub(super) fn truth_op(&mut self, op: BinaryOp, a: Value, b: Value) -> Low<Value> {
        let arithmetic = super::emit::Arithmetic { scalar: Scalar::I1, signed: false };
        let absorbing = i128::from(op == BinaryOp::Or);
        for (known, other) in [(a, b), (b, a)] {
            match self.constant_int(known, false) {
                Some(value) if value == absorbing => return Ok(known),
                Some(_) => return Ok(other),
                None => {}
            }
        }
        let span = self.span;
        self.binary(op, arithmetic, a, b, span)
    }
}
