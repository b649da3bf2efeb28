//! Where a tile got more elements than it was meant to have: an operation spread an operand of length 1 along an axis over
//! another operand.
//!
//! In: an expression whose tile is longer along one axis than the tile that is wanted. Out: the innermost operation in it, or
//! in the initialiser of a variable that it names, which spreads an operand of the wanted shape.

use lang::base::{Diagnostic, NoteKind, Span};

use super::{Reason, Rejection};
use crate::Cx;
use crate::check::operand::Operand;
use crate::codes;
use crate::entity::{DeclName, FunctionId};
use crate::typed::{ExprId, ExprKind, LocalId, StmtKind};

/// Operations are followed no deeper.
const MAX_DEPTH: u32 = 32;

/// The shape that is wanted, and the one that is found.
struct Shapes {
    wanted: Vec<u64>,
    found: Vec<u64>,
}

impl Shapes {
    /// The only axis along which the wanted shape has length 1 and the other one more.
    fn axis(&self) -> Option<usize> {
        let lengths = || self.wanted.iter().zip(&self.found);
        let mut differing =
            lengths().enumerate().filter(|(_, (wanted, found))| wanted != found).map(|(at, _)| at);
        let axis = differing.next()?;
        let is_spread = self.wanted.len() == self.found.len() && self.wanted[axis] == 1;
        (is_spread && differing.next().is_none()).then_some(axis)
    }
}

/// An operation with an operand of each shape.
struct Spread {
    call: ExprId,
    callee: FunctionId,
    small: ExprId,
    large: ExprId,
}

/// An operation whose operands both have other shapes than its result.
struct BothWays {
    call: ExprId,
    operands: [ExprId; 2],
    /// The variables that are its operands, or have its result.
    variables: Vec<LocalId>,
}

impl Cx<'_> {
    /// Says of an argument of a wrong shape which operation gave it that shape, and what to write there.
    pub(super) fn with_spread_operand(
        &mut self,
        mut diagnostic: Diagnostic,
        rejection: &Rejection,
        args: &[Operand],
    ) -> Diagnostic {
        let Reason::Argument { index, wanted, .. } = rejection.reason else { return diagnostic };
        let Some(expr) = args.get(index).and_then(Operand::as_expr) else { return diagnostic };
        let wanted = self.tile_of(wanted).map(|(_, dims)| dims);
        let found = self.tile_of(self.typed.exprs[expr].ty).map(|(_, dims)| dims);
        let (Some(wanted), Some(found)) = (wanted, found) else { return diagnostic };
        let shapes = Shapes { wanted, found };
        let Some(axis) = shapes.axis() else { return diagnostic };
        let Some(spread) = self.spread_in(expr, &shapes, MAX_DEPTH) else { return diagnostic };
        let span_of = |cx: &Self, expr: ExprId| cx.typed.exprs[expr].span;
        let at = span_of(self, spread.call);
        let [small, large] =
            [spread.small, spread.large].map(|operand| self.one_line(span_of(self, operand)));
        if small.is_empty() || large.is_empty() {
            return diagnostic;
        }
        // Each use of the tile is wrong for this one reason.
        diagnostic.is_consequence |= !self.check.warned.insert((codes::NO_VIABLE_OVERLOAD, at));
        let [wanted, found] = [&shapes.wanted, &shapes.found].map(|dims| with_crosses(dims));
        let label = format!("is {found}: `{small}`, which is {wanted}, is spread over `{large}`");
        diagnostic = diagnostic.secondary(at, label);
        let reduced = self.reduction_for(spread.callee, axis, &large);
        let operand = span_of(self, spread.large);
        let sources = self.unit.sources;
        let [before, behind] =
            [Span { lo: at.lo, hi: operand.lo }, Span { lo: operand.hi, hi: at.hi }]
                .map(|span| sources.text(span));
        let advice = format!(
            "reduce `{large}` along axis {axis} before it meets `{small}`, as in `{before}{reduced}{behind}`"
        );
        diagnostic.notes.retain(|note| note.kind != NoteKind::Help);
        diagnostic.help(advice)
    }

    /// Says of an argument of a wrong shape that it was made of two tiles neither of which has it: of 16 and 16x1 elements,
    /// 16x16. Later errors about the variables in it follow from that.
    pub(super) fn with_spread_both_ways(
        &mut self,
        mut diagnostic: Diagnostic,
        args: &[Operand],
    ) -> Diagnostic {
        // Other mistakes do not come from the shape.
        if !diagnostic.message.contains("shape") {
            return diagnostic;
        }
        let found = args.iter().find_map(|arg| self.spread_both_ways(arg.as_expr()?));
        let Some(BothWays { call, operands, variables }) = found else { return diagnostic };
        let is_known = variables.iter().any(|local| self.check.spread.contains(local));
        diagnostic.is_consequence |= is_known;
        self.check.spread.extend(variables);
        if is_known {
            return diagnostic;
        }
        let shape = |expr: ExprId| {
            self.tile_of(self.typed.exprs[expr].ty).map_or_else(Vec::new, |(_, dims)| dims)
        };
        let text = |expr: ExprId| self.one_line(self.typed.exprs[expr].span);
        let [a, b] = operands;
        let label = format!(
            "is {}: `{}`, which is {}, and `{}`, which is {}, are spread over each other",
            with_crosses(&shape(call)),
            text(a),
            with_crosses(&shape(a)),
            text(b),
            with_crosses(&shape(b))
        );
        let column = [(a, b), (b, a)].into_iter().find(
            |&(one, other)| matches!((&shape(one)[..], &shape(other)[..]), ([n], [m, 1]) if n == m),
        );
        let advice = column.map(|(one, other)| {
            let dims: Vec<String> = shape(other).iter().map(u64::to_string).collect();
            let shape = self.code_in_users_spelling(&format!("shape<{}>", dims.join(", ")));
            format!(
                "shapes are aligned at the right: give `{}` the shape `{shape}`, which `{}` has",
                text(one),
                text(other)
            )
        });
        diagnostic = diagnostic.secondary(self.typed.exprs[call].span, label);
        match advice {
            Some(advice) => {
                diagnostic.notes.retain(|note| note.kind != NoteKind::Help);
                diagnostic.help(advice)
            }
            None => diagnostic,
        }
    }

    /// The operation that gives an expression, or the variable that it is, a shape which neither of its two tiles has.
    fn spread_both_ways(&self, expr: ExprId) -> Option<BothWays> {
        let local = |expr: ExprId| match self.typed.exprs[self.value_of(expr)].kind {
            ExprKind::Local(local) => Some(local),
            _ => None,
        };
        let variable = local(expr);
        let call = match variable {
            Some(variable) => self.value_of(self.initialiser(variable)?),
            None => self.value_of(expr),
        };
        let ExprKind::Call { arguments, .. } = &self.typed.exprs[call].kind else { return None };
        let (_, whole) = self.tile_of(self.typed.exprs[call].ty)?;
        let [a, b] = **arguments else { return None };
        let is_other = |expr: ExprId| {
            let tile = self.tile_of(self.types.strip_cvref(self.typed.exprs[expr].ty));
            tile.is_some_and(|(_, dims)| dims != whole && dims.iter().product::<u64>() > 1)
        };
        if !is_other(a) || !is_other(b) {
            return None;
        }
        let variables = [variable, local(a), local(b)].into_iter().flatten().collect();
        Some(BothWays { call, operands: [a, b], variables })
    }

    /// `ct::reduce_max<1>(x)` where `max` spreads, else a sum.
    fn reduction_for(&self, callee: FunctionId, axis: usize, operand: &str) -> String {
        let of_callee = match self.entities[callee].name {
            DeclName::Identifier(name) => self.names.get(&format!("reduce_{}", self.text(name))),
            _ => None,
        };
        let reduction = match of_callee.filter(|&name| self.named_by_tiles(name).is_some()) {
            Some(name) => self.text(name),
            None => "sum",
        };
        self.code_in_users_spelling(&format!("{reduction}<{axis}>({operand})"))
    }

    fn spread_in(&self, expr: ExprId, shapes: &Shapes, depth: u32) -> Option<Spread> {
        let depth = depth.checked_sub(1)?;
        let expr = self.value_of(expr);
        match &self.typed.exprs[expr].kind {
            ExprKind::Local(local) => self.spread_in(self.initialiser(*local)?, shapes, depth),
            ExprKind::Call { callee, arguments, .. } => {
                let has_shape = |&&argument: &&ExprId, shape: &[u64]| {
                    let tile = self.tile_of(self.typed.exprs[argument].ty);
                    tile.is_some_and(|(_, dims)| dims == shape)
                };
                let is_large = |argument: &&ExprId| has_shape(argument, &shapes.found);
                let inner = arguments
                    .iter()
                    .filter(is_large)
                    .find_map(|&argument| self.spread_in(argument, shapes, depth));
                inner.or_else(|| {
                    let is_small = |argument: &&ExprId| has_shape(argument, &shapes.wanted);
                    Some(Spread {
                        call: expr,
                        callee: *callee,
                        small: *arguments.iter().find(is_small)?,
                        large: *arguments.iter().find(is_large)?,
                    })
                })
            }
            _ => None,
        }
    }

    /// The expression below conversions, copies and the reading of a variable.
    fn value_of(&self, mut expr: ExprId) -> ExprId {
        loop {
            expr = match &self.typed.exprs[expr].kind {
                ExprKind::Load(inner)
                | ExprKind::Materialize(inner)
                | ExprKind::Convert { operand: inner, .. } => *inner,
                ExprKind::Construct { arguments, .. } => match **arguments {
                    [only] => only,
                    _ => return expr,
                },
                _ => return expr,
            };
        }
    }

    /// What a variable is initialised with.
    fn initialiser(&self, local: LocalId) -> Option<ExprId> {
        self.typed.stmts.iter().rev().find_map(|(_, stmt)| match stmt.kind {
            StmtKind::Local { local: declared, init } if declared == local => Some(init),
            _ => None,
        })
    }
}

/// `32x1`
fn with_crosses(dims: &[u64]) -> String {
    dims.iter().map(u64::to_string).collect::<Vec<_>>().join("x")
}
