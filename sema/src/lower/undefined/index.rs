//! Indices of views in elements: `view.load(bid().x * 64)` where the view counts tiles of 64 elements.
//!
//! An index is warned of where it is a number of the tile block or of the round of a loop, times the length of a tile,
//! or a sum of such. A kernel in which another index lies between two of them numbers tiles so: each tile block then has
//! a row of tiles.

use ir::module::ValueDef;
use ir::ops::InstData;
use ir::types::TypeKind;
use ir::{Block, Inst, Value};
use lang::base::{Applicability, Diagnostic, Span};

use super::super::Lowerer;
use super::{Flaw, Rule};
use crate::codes;
use crate::constexpr::value::Value as Constant;
use crate::typed::{BinaryOp, ExprId, ExprKind, StmtKind};

/// How far back the operations that make an index are followed.
const MAX_STEPS: u32 = 12;

/// The shortest tile whose multiples are looked at: the even ones among all tiles are numbered by twice a number.
const SHORTEST: u32 = 4;

/// What is known of an index.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Multiple {
    Constant,
    /// It differs between tile blocks or rounds of a loop.
    Varying,
}

/// One index of an access.
struct TileIndex {
    inst: Inst,
    axis: usize,
    rank: usize,
    value: Value,
    /// How far apart tiles begin.
    step: u32,
}

impl Lowerer<'_, '_> {
    /// Judges the indices of all views of the kernel.
    pub(super) fn note_indices_in_elements(&mut self, insts: &[Inst]) {
        let indices: Vec<TileIndex> =
            insts.iter().flat_map(|&inst| self.indices_of(inst)).collect();
        let mut numbered: Vec<u32> = Vec::new();
        let mut multiples = Vec::new();
        for index in indices {
            match self.multiple_of(index.value, index.step, MAX_STEPS) {
                Some(Multiple::Varying) => multiples.push((index, true)),
                found => {
                    if found.is_none() && self.has_multiple(index.value, index.step, MAX_STEPS) {
                        numbered.push(index.step);
                    }
                    multiples.push((index, false));
                }
            }
        }
        for (index, is_multiple) in multiples {
            let is_in_elements = is_multiple && !numbered.contains(&index.step);
            let span = self.function.span(index.inst);
            let found = match is_in_elements {
                true => self.index_in_elements(&index, span).map(Box::new).map(Flaw::Told),
                false => None,
            };
            self.note_at(span, span, Rule::Index(index.axis), found);
        }
    }

    /// The indices by which an access chooses a tile.
    fn indices_of(&self, inst: Inst) -> Vec<TileIndex> {
        let (view, indices) = match self.function.data(inst) {
            InstData::LoadViewTko { view, index, .. }
            | InstData::StoreViewTko { view, index, .. }
            | InstData::AtomicRedViewTko { view, index, .. } => (*view, index),
            _ => return Vec::new(),
        };
        let steps: &[u32] = match self.types.kind(self.function.value_type(view)) {
            TypeKind::PartitionView(view) => &view.tile,
            TypeKind::StridedView(view) => &view.traversal_strides,
            _ => return Vec::new(),
        };
        let rank = indices.len();
        let axes = std::iter::zip(indices, steps).enumerate();
        axes.filter(|(_, (_, step))| **step >= SHORTEST)
            .map(|(axis, (&value, &step))| TileIndex { inst, axis, rank, value, step })
            .collect()
    }

    /// Whether a value is certainly a multiple of the length of a tile, made by multiplication with it.
    fn multiple_of(&self, value: Value, step: u32, steps: u32) -> Option<Multiple> {
        let steps = steps.checked_sub(1)?;
        if let Some(constant) = self.constant_of_all(value) {
            return (constant % i64::from(step) == 0).then_some(Multiple::Constant);
        }
        let ValueDef::Result(inst, _) = self.function.def(value) else {
            return self.counted_by(value, step, steps);
        };
        match *self.function.data(inst) {
            InstData::MulI { lhs, rhs, .. } => {
                let is_step = |factor| self.constant_of_all(factor) == Some(i64::from(step));
                let is_scaled = is_step(rhs) && self.counts(lhs, steps)
                    || is_step(lhs) && self.counts(rhs, steps)
                    || [lhs, rhs].into_iter().any(|factor| {
                        self.multiple_of(factor, step, steps) == Some(Multiple::Varying)
                    });
                is_scaled.then_some(Multiple::Varying)
            }
            InstData::ShlI { value, amount, .. } => {
                let by = u32::try_from(self.constant_of_all(amount)?).ok()?;
                let is_scaled = 1u32.checked_shl(by) == Some(step) && self.counts(value, steps);
                is_scaled.then_some(Multiple::Varying)
            }
            InstData::AddI { lhs, rhs, .. } | InstData::SubI { lhs, rhs, .. } => {
                let (lhs, rhs) =
                    (self.multiple_of(lhs, step, steps)?, self.multiple_of(rhs, step, steps)?);
                Some(if lhs == Multiple::Constant { rhs } else { lhs })
            }
            _ => self.multiple_of(self.same_number(inst)?, step, steps),
        }
    }

    /// A variable of a loop that begins at a multiple and grows by multiples.
    fn counted_by(&self, variable: Value, step: u32, steps: u32) -> Option<Multiple> {
        let (first, by) = self.counter(variable)?;
        self.multiple_of(first, step, steps)?;
        let is_multiple = by.iter().all(|&by| {
            self.constant_of_all(by).is_some_and(|by| by != 0 && by % i64::from(step) == 0)
        });
        is_multiple.then_some(Multiple::Varying)
    }

    /// The first value of a variable that a loop counts, and what the rounds add to it.
    fn counter(&self, variable: Value) -> Option<(Value, Vec<Value>)> {
        let ValueDef::Param(block, place) = self.function.def(variable) else { return None };
        let owner = self.function.block_owner(block)?;
        let InstData::Loop { init_values, body } = self.function.data(owner) else { return None };
        let first = *init_values.get(place)?;
        let mut by = Vec::new();
        for next in self.next_values(*body, place) {
            let InstData::AddI { lhs, rhs, .. } = *self.function.def_data(next)? else {
                return None;
            };
            match (lhs == variable, rhs == variable) {
                (true, false) => by.push(rhs),
                (false, true) => by.push(lhs),
                _ => return None,
            }
        }
        (!by.is_empty()).then_some((first, by))
    }

    /// What the rounds of a loop pass on to the next as the carried value of a number.
    fn next_values(&self, body: Block, place: usize) -> Vec<Value> {
        let mut values = Vec::new();
        let mut blocks = vec![body];
        while let Some(block) = blocks.pop() {
            for &inst in self.function.insts(block) {
                match self.function.data(inst) {
                    InstData::Continue { operands } => values.extend(operands.get(place)),
                    InstData::Loop { .. } | InstData::For { .. } => {}
                    data => blocks.extend(data.blocks()),
                }
            }
        }
        values
    }

    /// Whether a value numbers tile blocks or rounds of a loop, by arithmetic without what memory has.
    fn counts(&self, value: Value, steps: u32) -> bool {
        self.varies(value, steps) == Some(true)
    }

    /// Whether a value differs between tile blocks or rounds of a loop; `None` where that is not known.
    fn varies(&self, value: Value, steps: u32) -> Option<bool> {
        let steps = steps.checked_sub(1)?;
        if self.function.param_index(value).is_some() || self.constant_of_all(value).is_some() {
            return Some(false);
        }
        let ValueDef::Result(inst, _) = self.function.def(value) else {
            return self.counter(value).map(|_| true);
        };
        match self.function.data(inst) {
            InstData::GetTileBlockId {} => Some(true),
            InstData::GetNumTileBlocks {} => Some(false),
            data @ (InstData::AddI { .. }
            | InstData::SubI { .. }
            | InstData::MulI { .. }
            | InstData::DivI { .. }
            | InstData::RemI { .. }
            | InstData::MaxI { .. }
            | InstData::MinI { .. }) => {
                let mut varies = false;
                for operand in data.operands() {
                    varies |= self.varies(operand, steps)?;
                }
                Some(varies)
            }
            _ => self.varies(self.same_number(inst)?, steps),
        }
    }

    /// The operand that an operation gives back as another type or with a promise.
    fn same_number(&self, inst: Inst) -> Option<Value> {
        match *self.function.data(inst) {
            InstData::ExtI { from, .. } | InstData::TruncI { from, .. } => Some(from),
            InstData::Assume { value, .. } | InstData::Given { value, .. } => Some(value),
            _ => None,
        }
    }

    /// Whether an index begins at a multiple and goes on from there: `bid().x * 64 + j`, or a loop that begins so.
    fn has_multiple(&self, value: Value, step: u32, steps: u32) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return true };
        if self.multiple_of(value, step, steps) == Some(Multiple::Varying) {
            return true;
        }
        let ValueDef::Result(inst, _) = self.function.def(value) else {
            let counter = self.counter(value);
            return counter.is_some_and(|(first, _)| self.has_multiple(first, step, steps));
        };
        match self.function.data(inst) {
            // The number of a tile, computed from that of an element.
            InstData::DivI { .. } | InstData::ShrI { .. } => false,
            data if data.has_blocks() => false,
            data => data.operands().into_iter().any(|operand| {
                self.types.dims(self.function.value_type(operand)).is_empty()
                    && self.has_multiple(operand, step, steps)
            }),
        }
    }

    /// The warning about an index of the call at `span`.
    fn index_in_elements(&mut self, index: &TileIndex, span: Span) -> Option<Diagnostic> {
        let &TileIndex { axis, rank, step, .. } = index;
        let argument = self.index_argument(span, axis, rank)?;
        let at = self.cx.typed.exprs[argument].span;
        let text = self.cx.one_line(at);
        if text.is_empty() || !self.cx.is_users_text(at) {
            return None;
        }
        let number = match self.factors(argument, step) {
            Some((number, _)) => number,
            None => {
                let is_primary = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':');
                let length = self.length_in(argument, step).unwrap_or_else(|| step.to_string());
                match text.chars().all(is_primary) {
                    true => format!("{text} / {length}"),
                    false => format!("({text}) / {length}"),
                }
            }
        };
        let message = format!(
            "the index `{text}` counts elements in steps of {step}, but an index of a view is the number of a tile"
        );
        let diagnostic = Diagnostic::new(codes::ELEMENT_INDEX, at, message)
            .label(format!("a tile has {step} elements along axis {axis}"));
        let title = format!("write the number of the tile, `{number}`");
        Some(diagnostic.fix(title, Applicability::Maybe, at, number))
    }

    /// The argument of a call of a view's member that is the index of an axis.
    fn index_argument(&self, call: Span, axis: usize, rank: usize) -> Option<ExprId> {
        let exprs = &self.cx.typed.exprs;
        exprs.values().filter(|node| node.span == call).find_map(|node| {
            let ExprKind::Call { arguments, .. } = &node.kind else { return None };
            let first = arguments.len().checked_sub(rank).filter(|&first| first > 0)?;
            arguments.get(first + axis).copied()
        })
    }

    /// The operands of a product with the length of a tile as they are written, the length second.
    fn factors(&mut self, product: ExprId, step: u32) -> Option<(String, String)> {
        let product = self.cx.without_conversions(product);
        let ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } = self.cx.typed.exprs[product].kind
        else {
            return None;
        };
        let (number, length) = match (self.is_length(lhs, step), self.is_length(rhs, step)) {
            (false, true) => (lhs, rhs),
            (true, false) => (rhs, lhs),
            _ => return None,
        };
        let [number, length] =
            [number, length].map(|factor| self.cx.one_line(self.cx.typed.exprs[factor].span));
        (!number.is_empty() && !length.is_empty()).then_some((number, length))
    }

    /// How the length of a tile is written where a variable gets its value or is counted by it.
    fn length_in(&mut self, variable: ExprId, step: u32) -> Option<String> {
        let variable = self.cx.without_conversions(variable);
        let ExprKind::Local(variable) = self.cx.typed.exprs[variable].kind else { return None };
        let init = self.cx.typed.stmts.values().find_map(|stmt| match stmt.kind {
            StmtKind::Local { local, init } if local == variable => Some(init),
            _ => None,
        });
        if let Some((_, length)) = init.and_then(|init| self.factors(init, step)) {
            return Some(length);
        }
        let by = self.cx.typed.exprs.values().find_map(|node| match node.kind {
            ExprKind::CompoundAssign { op: BinaryOp::Add, target, value, .. }
                if matches!(self.cx.typed.exprs[target].kind,
                    ExprKind::Local(local) if local == variable) =>
            {
                Some(value)
            }
            _ => None,
        });
        let by = by.filter(|&by| self.is_length(by, step))?;
        let text = self.cx.one_line(self.cx.typed.exprs[by].span);
        (!text.is_empty()).then_some(text)
    }

    fn is_length(&mut self, expr: ExprId, step: u32) -> bool {
        self.cx.constant_of(expr) == Some(Constant::Int(i128::from(step)))
    }
}
