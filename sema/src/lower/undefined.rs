//! Operations of tile code that constants make undefined: a shift by the width of the elements, a part of a tile that it
//! does not have, a requirement of the library that is false.
//!
//! In: the operands of an operation, where it is lowered. Out: warnings at the user's call.
//!
//! Invariant: an operation is warned of only where it is undefined each time that it is lowered, so that neither the
//! rounds of a loop nor the specialisations of a template make a warning about a value that only some of them have.

use ir::Value;
use ir::ops::InstData;
use lang::base::{Diagnostic, Span};
use rustc_hash::FxHashMap;

use super::Lowerer;
use crate::Cx;
use crate::codes;

/// Why an operation is undefined, and what to write.
pub(super) struct Undefined {
    pub message: String,
    pub help: String,
}

/// The user's place and that of the operation, which may be in a header.
type Place = (Span, Span);

/// The operations that were lowered, with what is undefined about those that never were defined.
#[derive(Default)]
pub(super) struct UndefinedOperations(FxHashMap<Place, Option<Undefined>>);

impl UndefinedOperations {
    /// Takes what another kernel has: an operation that was defined once is not warned of.
    pub(super) fn merge(&mut self, other: UndefinedOperations) {
        other.0.into_iter().for_each(|(place, found)| self.note(place, found));
    }

    fn note(&mut self, place: Place, found: Option<Undefined>) {
        let is_defined = found.is_none();
        let known = self.0.entry(place).or_insert(found);
        if is_defined {
            *known = None;
        }
    }

    pub(super) fn report(self, cx: &mut Cx<'_>) {
        let mut found: Vec<(Place, Undefined)> =
            self.0.into_iter().filter_map(|(place, found)| Some((place, found?))).collect();
        found.sort_by_key(|((users, own), _)| (users.lo, own.lo));
        // What follows at the same place may follow from the first.
        found.dedup_by_key(|((users, _), _)| *users);
        for ((span, _), Undefined { message, help }) in found {
            let diagnostic = Diagnostic::new(codes::UNDEFINED_OPERATION, span, message);
            cx.report(diagnostic.help(help));
        }
    }
}

impl Lowerer<'_, '_> {
    /// A shift of `x` by `amount`, at a place that may be in a header.
    pub(super) fn note_shift(&mut self, at: Span, x: Value, amount: Value) {
        let Some(width) = self.types.elem_scalar(self.function.value_type(x)).map(|s| s.bits())
        else {
            return;
        };
        let undefined = self
            .constant_of_all(amount)
            .filter(|amount| !(0..i64::from(width)).contains(amount))
            .map(|amount| Undefined {
                message: format!("a shift of {width}-bit elements by {amount} is undefined"),
                help: format!("shift by 0 to {}, or convert to a wider type first", width - 1),
            });
        self.note_operation(at, undefined);
    }

    /// The parts of `x` that `indices` number.
    pub(super) fn note_parts(&mut self, at: Span, x: Value, part: ir::Type, indices: &[Value]) {
        let whole = self.types.dims(self.function.value_type(x)).to_vec();
        let part = self.types.dims(part).to_vec();
        let axes = whole.iter().zip(&part).zip(indices);
        let outside = axes.enumerate().find_map(|(axis, ((&whole, &part), &index))| {
            let (count, index) = (whole / part.max(1), self.constant_of_all(index)?);
            let is_inside = u64::try_from(index).is_ok_and(|index| index < u64::from(count));
            (!is_inside).then_some((axis, index, count))
        });
        let undefined = outside.map(|(axis, index, count)| {
            let parts = if count == 1 { "part" } else { "parts" };
            Undefined {
                message: format!(
                    "index {index} is outside: axis {axis} of the tile has {count} {parts} of this shape"
                ),
                help: "an index is the number of a part, not of its first element".to_owned(),
            }
        });
        self.note_operation(at, undefined);
    }

    /// A requirement of the library, whose text begins with a number of the reference.
    pub(super) fn note_requirement(&mut self, at: Span, condition: Value, text: &str) {
        let is_false = self.constant_of_all(condition) == Some(0);
        let text = text.split_once(": ").map_or(text, |(_, text)| text);
        let undefined = is_false.then(|| Undefined {
            message: format!("the behaviour is undefined: {text}"),
            help: "pass a constant that satisfies this".to_owned(),
        });
        self.note_operation(at, undefined);
    }

    /// The operation that is lowered is undefined, or is not.
    fn note_operation(&mut self, at: Span, undefined: Option<Undefined>) {
        let span = self.user_call(self.span);
        if !span.is_none() {
            self.undefined.note((span, at), undefined);
        }
    }

    /// The number that all elements of an integer are, where constants say it.
    fn constant_of_all(&self, mut value: Value) -> Option<i64> {
        // A splat is one reshape and one broadcast.
        for _ in 0..2 {
            match self.function.def_data(value)? {
                data @ (InstData::Broadcast { .. } | InstData::Reshape { .. }) => {
                    value = *data.operands().first()?;
                }
                _ => break,
            }
        }
        let data = self.function.def_data(value)?;
        ir::fold::splat_int(&self.function, value).or_else(|| {
            let ty = self.function.value_type(value);
            let folded = ir::fold::fold(data, ty, &self.function, self.types)?;
            let width = folded.elem().int_width()?;
            Some(ir::scalar::int::sign_extend(width, folded.as_splat()?))
        })
    }
}
