//! Reductions that are broadcast along another axis of the tile that they were made of: of a square tile, the sums of the
//! rows, reshaped to one axis, are broadcast as a row, so that column `j` takes what belongs to row `j`.
//!
//! In: the operations of a kernel. Each value that is made of a reduction has, axis by axis, the axes of the reduced tile that
//! its elements stand for. Where an operation combines it with elements of that tile, the axes must be the same.
//!
//! Invariant: a permutation asks for another axis, and a reduction that is used along its own axis too is meant to be used
//! along both, as in `x / sqrt(d) / transpose(sqrt(d))`; neither is warned of.

use ir::ops::InstData;
use ir::{Inst, Value};
use lang::base::{Diagnostic, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::Lowerer;
use super::mask::is_elementwise;
use super::{Flaw, Rule};
use crate::codes;

/// How many reduced tiles a value is followed from.
const MAX_ORIGINS: usize = 4;

/// The tile that a value has its elements from, through operations that keep their places.
#[derive(Clone, PartialEq)]
struct Origin {
    tile: Value,
    /// The reduction between them, and its axis.
    reduction: Option<(Inst, usize)>,
    /// For each axis of the value, that of the tile; none where all elements along it are the same.
    axes: Vec<Option<usize>>,
}

type Origins = FxHashMap<Value, Vec<Origin>>;

/// A reduction that is combined with the tile that it was made of.
struct Meeting {
    at: Inst,
    reduction: Inst,
    axis: usize,
    /// The axis that it is broadcast along in place of its own.
    other: Option<usize>,
}

impl Lowerer<'_, '_> {
    /// Judges the axes that reductions are broadcast along.
    pub(super) fn note_broadcast_axes(&mut self, insts: &[Inst]) {
        let mut origins = Origins::default();
        for &inst in insts {
            let InstData::Reduce { operands, .. } = self.function.data(inst) else { continue };
            let Some(&tile) = operands.first() else { continue };
            if self.has_equal_axes(tile) {
                let n_axes = self.types.dims(self.function.value_type(tile)).len();
                let axes = (0..n_axes).map(Some).collect();
                origins.insert(tile, vec![Origin { tile, reduction: None, axes }]);
            }
        }
        if origins.is_empty() {
            return;
        }
        let mut meetings = Vec::new();
        for &inst in insts {
            let Some(found) = self.origins_of(inst, &origins, &mut meetings) else { continue };
            let Some(&result) = self.function.results(inst).first() else { continue };
            let known = origins.entry(result).or_default();
            for origin in found {
                if known.len() < MAX_ORIGINS && !known.contains(&origin) {
                    known.push(origin);
                }
            }
        }
        let aligned: FxHashSet<Inst> = meetings
            .iter()
            .filter(|meeting| meeting.other.is_none())
            .map(|meeting| meeting.reduction)
            .collect();
        for Meeting { at, reduction, axis, other } in meetings {
            let [span, reduced] = [at, reduction].map(|inst| self.function.span(inst));
            let other = other.filter(|_| !aligned.contains(&reduction));
            let found = other.map(|other| other_axis(span, reduced, axis, other));
            self.note_at(span, span, Rule::Axis, found.map(Box::new).map(Flaw::Told));
        }
    }

    /// Whether two axes of a tile have one length, so that each can be taken for the other.
    fn has_equal_axes(&self, tile: Value) -> bool {
        let dims = self.types.dims(self.function.value_type(tile));
        dims.iter()
            .enumerate()
            .any(|(at, &dim)| dim > 1 && dims.get(at + 1..).is_some_and(|rest| rest.contains(&dim)))
    }

    /// The origins of a result, from those of the operands.
    fn origins_of(
        &self,
        inst: Inst,
        origins: &Origins,
        meetings: &mut Vec<Meeting>,
    ) -> Option<Vec<Origin>> {
        let data = self.function.data(inst);
        let of = |value: Value| origins.get(&value);
        match data {
            InstData::Reduce { operands, dim, .. } => {
                let dim = usize::try_from(*dim).ok()?;
                let of_first = of(*operands.first()?)?;
                let kept = of_first.iter().filter(|origin| origin.reduction.is_none());
                let reduced = kept.filter_map(|origin| {
                    let mut origin = origin.clone();
                    let axis = (dim < origin.axes.len()).then(|| origin.axes.remove(dim))??;
                    origin.reduction = Some((inst, axis));
                    Some(origin)
                });
                Some(reduced.collect())
            }
            InstData::Reshape { source } => {
                let dims = |value: Value| self.types.dims(self.function.value_type(value));
                let result = *self.function.results(inst).first()?;
                let (from, to) = (dims(*source), dims(result));
                let is_long = |dim: &&u32| **dim != 1;
                if !from.iter().filter(is_long).eq(to.iter().filter(is_long)) {
                    return None;
                }
                let reshaped = of(*source)?.iter().map(|origin| {
                    let mut axes = std::iter::zip(&origin.axes, from)
                        .filter(|&(_, &dim)| dim != 1)
                        .map(|(axis, _)| *axis);
                    let axes = to
                        .iter()
                        .map(|&dim| if dim == 1 { None } else { axes.next().flatten() })
                        .collect();
                    Origin { axes, ..origin.clone() }
                });
                Some(reshaped.collect())
            }
            InstData::Broadcast { source } => {
                let from = self.types.dims(self.function.value_type(*source));
                let broadcast = of(*source)?.iter().map(|origin| {
                    let axes = std::iter::zip(&origin.axes, from)
                        .map(|(axis, &dim)| axis.filter(|_| dim != 1))
                        .collect();
                    Origin { axes, ..origin.clone() }
                });
                Some(broadcast.collect())
            }
            data if is_elementwise(data) || is_choice(data) => {
                let operands = data.operands();
                let mut found: Vec<Origin> = Vec::new();
                for origin in operands.iter().filter_map(|&operand| of(operand)).flatten() {
                    let known = found.iter_mut().find(|known| known.tile == origin.tile);
                    match known {
                        None => found.push(origin.clone()),
                        Some(known) => {
                            meetings.extend(meeting(inst, known, origin));
                            // What has the whole tile stands for it.
                            if known.reduction.is_some() && origin.reduction.is_none() {
                                *known = origin.clone();
                            }
                        }
                    }
                }
                Some(found)
            }
            _ => None,
        }
    }
}

/// Operations whose elements follow from the elements at their places, besides those of arithmetic.
fn is_choice(data: &InstData) -> bool {
    use InstData::*;
    matches!(
        data,
        MaxF { .. }
            | MinF { .. }
            | MaxI { .. }
            | MinI { .. }
            | CmpF { .. }
            | CmpI { .. }
            | Select { .. }
    )
}

/// A reduction and elements of its tile that an operation combines.
fn meeting(at: Inst, a: &Origin, b: &Origin) -> Option<Meeting> {
    let (reduced, whole) = match (a.reduction, b.reduction) {
        (Some(_), None) => (a, b),
        (None, Some(_)) => (b, a),
        _ => return None,
    };
    let (reduction, axis) = reduced.reduction?;
    let is_whole = whole.axes.iter().enumerate().all(|(at, axis)| *axis == Some(at));
    if !is_whole || reduced.axes.len() != whole.axes.len() {
        return None;
    }
    let mut other = None;
    for (at, of) in reduced.axes.iter().enumerate() {
        match of {
            Some(of) if *of != at => other = Some(at),
            _ => {}
        }
    }
    // An element of all is along each axis.
    reduced.axes.iter().any(Option::is_some).then_some(())?;
    // It is broadcast along the axis that it does not have.
    let along = reduced.axes.iter().position(Option::is_none);
    let other = other.and(along.filter(|&along| along != axis));
    let is_aligned = reduced.axes.iter().enumerate().all(|(at, of)| of.is_none_or(|of| of == at));
    (is_aligned || other.is_some()).then_some(Meeting { at, reduction, axis, other })
}

/// The warning about the operation at `span`.
fn other_axis(span: Span, reduced: Span, axis: usize, other: usize) -> Diagnostic {
    let message = format!(
        "a reduction along axis {axis} is broadcast along axis {other} of the tile that it was made of"
    );
    Diagnostic::new(codes::BROADCAST_AXIS, span, message)
        .label(format!("the index along axis {axis} chooses the element, not that along axis {other}"))
        .secondary(reduced, format!("reduced along axis {axis} here"))
        .help(format!(
            "leave out the reshape: a reduction keeps its axis, of length 1, and is broadcast along axis {axis} then"
        ))
}
