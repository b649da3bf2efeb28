//! Divisibility, contiguity, constancy and bounds of integers and pointers.
//!
//! Vector width and masks are decided by these: a load of four f32 is one 16-byte access where
//! pointers come in runs of four, each run begins at a multiple of 16, and the mask does not
//! change within a run.
//!
//! For each axis `d` of a tile, with all three numbers powers of two:
//!
//! ```text
//! contiguity  aligned groups of that many elements along d increase by one
//!             (pointers: by the size of the pointee)
//! constancy   aligned groups of that many elements along d are equal
//! divisor     divides the first element of every contiguous group along d
//!             (pointers: as an address)
//! ```
//!
//! so `iota : tile<8xi32>` has contiguity 8, constancy 1 and any divisor, and a splat of 12 has
//! contiguity 1, constancy 8 and divisor 4. A scalar has one axis of length one. Everything that is
//! known holds on every execution without undefined behaviour.
//!
//! Loops are solved by iteration from the optimistic side: a carried value starts as its init and
//! is weakened until the body reproduces it.

use cranelift_entity::SecondaryMap;
use smallvec::{SmallVec, smallvec};

pub use super::bounds::Bounds;
use super::transfer;
use crate::entities::{Block, Inst, Value};
use crate::module::Function;
use crate::ops::InstData;
use crate::record::Piece;
use crate::types::{Elem, Scalar, TypeStore};

/// The divisor of zero: more than any address or index needs.
pub const MAX_DIVISOR: u64 = 1 << 62;

/// What is known along one axis; see the module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Axis {
    pub contiguity: u32,
    pub constancy: u32,
    pub divisor: u64,
}

impl Axis {
    /// Nothing is known.
    pub const UNKNOWN: Axis = Axis { contiguity: 1, constancy: 1, divisor: 1 };

    /// All `len` elements are equal and divisible by `divisor`.
    pub fn constant(len: u32, divisor: u64) -> Axis {
        Axis { contiguity: 1, constancy: len, divisor }
    }

    /// What divides the first element of every aligned group of `run` elements, where one step
    /// inside a group is `unit`.
    pub fn divisor_of_runs(self, run: u32, unit: u64) -> u64 {
        if run >= self.contiguity {
            self.divisor
        } else {
            self.divisor.min(u64::from(run).saturating_mul(unit))
        }
    }

    /// The same with shorter contiguous groups.
    fn shortened(self, contiguity: u32, unit: u64) -> Axis {
        let divisor = self.divisor_of_runs(contiguity, unit);
        Axis { contiguity: self.contiguity.min(contiguity), divisor, ..self }
    }

    /// What holds of both.
    pub fn join(self, other: Axis, unit: u64) -> Axis {
        let contiguity = self.contiguity.min(other.contiguity);
        Axis {
            contiguity,
            constancy: self.constancy.min(other.constancy),
            divisor: self
                .shortened(contiguity, unit)
                .divisor
                .min(other.shortened(contiguity, unit).divisor),
        }
    }
}

/// What is known of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Facts {
    /// One per dimension; one of length one for a scalar. Empty where nothing can be known.
    pub axes: SmallVec<[Axis; 2]>,
    /// Of integers.
    pub bounds: Bounds,
    /// A contiguous group may wrap around the signed range of the element type.
    pub wraps: bool,
}

impl Default for Facts {
    fn default() -> Facts {
        Facts { axes: SmallVec::new(), bounds: Bounds::ALL, wraps: true }
    }
}

impl Facts {
    /// Nothing but what the type says.
    pub fn unknown(dims: &[u32], elem: Scalar) -> Facts {
        let axes = SmallVec::from_elem(Axis::UNKNOWN, dims.len().max(1));
        Facts { axes, bounds: Bounds::of(elem), wraps: false }
    }

    /// All elements are equal to one number that is divisible by `divisor`.
    pub fn uniform(dims: &[u32], divisor: u64, bounds: Bounds) -> Facts {
        let axes = match dims {
            [] => smallvec![Axis::constant(1, divisor)],
            dims => dims.iter().map(|&dim| Axis::constant(dim, divisor)).collect(),
        };
        Facts { axes, bounds, wraps: false }
    }

    /// The axis of dimension `dim`, or nothing known.
    pub fn axis(&self, dim: usize) -> Axis {
        self.axes.get(dim).copied().unwrap_or(Axis::UNKNOWN)
    }

    /// What divides the first element of the tile, a scalar itself.
    pub fn divisor(&self) -> u64 {
        self.axes.iter().map(|axis| axis.divisor).max().unwrap_or(1)
    }

    /// What divides every element, where one step inside a contiguous group is `unit`.
    pub fn divisor_of_all(&self, unit: u64) -> u64 {
        self.axes.iter().map(|axis| axis.divisor_of_runs(1, unit)).max().unwrap_or(1)
    }

    /// Whether all elements are equal, given the shape.
    pub fn is_uniform(&self, dims: &[u32]) -> bool {
        dims.iter().enumerate().all(|(d, &dim)| self.axis(d).constancy >= dim)
    }

    /// What holds of both.
    pub fn join(&self, other: &Facts, unit: u64) -> Facts {
        if self.axes.len() != other.axes.len() {
            return Facts::default();
        }
        let axes = self.axes.iter().zip(&other.axes).map(|(a, b)| a.join(*b, unit)).collect();
        let bounds = self.bounds.union(other.bounds);
        Facts { axes, bounds, wraps: self.wraps || other.wraps }
    }
}

/// The facts of every value of a function.
#[derive(Clone, Debug)]
pub struct FactMap {
    /// By value: the place of its facts, or 0. Most values of a function were replaced by passes.
    places: SecondaryMap<Value, u32>,
    /// The first are those of values about which nothing was said.
    facts: Vec<Facts>,
}

/// Turns of the loop analysis after which a carried value counts as unknown. Divisors and groups
/// only halve, and bounds are widened at once, so few need more than three.
const MAX_TURNS: usize = 6;

/// Instructions looked at after which loops are taken as they come, and how many more for each
/// that there is: nested loops multiply their turns, and a program must not be able to make the
/// compiler hang.
const MAX_VISITS: usize = 1 << 17;
const VISITS_PER_INST: usize = 8;

impl FactMap {
    /// Analyses a function.
    pub fn of(function: &Function, types: &TypeStore) -> FactMap {
        let mut map = FactMap { places: SecondaryMap::new(), facts: vec![Facts::default()] };
        let budget = MAX_VISITS + VISITS_PER_INST * function.num_insts();
        let mut cx = Analysis { function, types, map: &mut map, budget };
        for &param in function.block_params(function.entry_block) {
            cx.map.set(param, transfer::of_type(types, function.value_type(param)));
        }
        for record in &function.records {
            let params = function.block_params(function.entry_block);
            for (piece, &param) in record.pieces.iter().zip(&params[record.first..]) {
                if *piece == Piece::Address {
                    cx.map.set(param, Facts::uniform(&[], record.align, Bounds::ALL));
                }
            }
        }
        cx.visit_block(function.entry_block);
        map
    }

    pub fn get(&self, value: Value) -> &Facts {
        &self.facts[self.places[value] as usize]
    }

    pub(super) fn set(&mut self, value: Value, facts: Facts) {
        match self.places[value] {
            0 => {
                self.places[value] = self.facts.len() as u32;
                self.facts.push(facts);
            }
            place => self.facts[place as usize] = facts,
        }
    }

    /// How many neighbours along `dim` one access may take: they lie side by side, begin aligned
    /// to the whole access, share one mask bit, and fill at most `max_bytes`.
    pub fn vector_elems(
        &self,
        pointers: Value,
        mask: Option<Value>,
        dim: usize,
        elem_bytes: u32,
        max_bytes: u32,
    ) -> u32 {
        let axis = self.get(pointers).axis(dim);
        let same_mask = mask.map_or(u32::MAX, |mask| self.get(mask).axis(dim).constancy);
        let mut elems = axis.contiguity.min(same_mask).min((max_bytes / elem_bytes.max(1)).max(1));
        while elems > 1 {
            let bytes = u64::from(elems) * u64::from(elem_bytes);
            if axis.divisor_of_runs(elems, u64::from(elem_bytes)) >= bytes {
                break;
            }
            elems /= 2;
        }
        elems
    }
}

/// The step between contiguous elements of type `elem`: one, or the size of the pointee.
pub fn unit_of(elem: Option<Elem>) -> u64 {
    elem.and_then(Elem::pointee).map_or(1, |pointee| u64::from(pointee.bytes()))
}

struct Analysis<'a> {
    function: &'a Function,
    types: &'a TypeStore,
    map: &'a mut FactMap,
    /// How many instructions may still be looked at before loops are no longer iterated.
    budget: usize,
}

impl Analysis<'_> {
    fn visit_block(&mut self, block: Block) {
        for &inst in self.function.insts(block) {
            self.budget = self.budget.saturating_sub(1);
            match self.function.data(inst) {
                InstData::For { .. } | InstData::Loop { .. } => self.visit_loop(inst),
                InstData::If { then_block, else_block, .. } => {
                    self.visit_block(*then_block);
                    self.visit_block(*else_block);
                    let ends = [*then_block, *else_block].map(|b| self.function.terminator(b));
                    let yields: Vec<Inst> = ends
                        .into_iter()
                        .flatten()
                        .filter(|&end| matches!(self.function.data(end), InstData::Yield { .. }))
                        .collect();
                    self.join_results(inst, &yields);
                }
                InstData::Reduce { body, .. } | InstData::Scan { body, .. } => {
                    for &param in self.function.block_params(*body) {
                        self.set_unknown(param);
                    }
                    self.visit_block(*body);
                    for &result in self.function.results(inst) {
                        self.set_unknown(result);
                    }
                }
                _ => transfer::visit(self.map, self.function, self.types, inst),
            }
        }
    }

    fn set_unknown(&mut self, value: Value) {
        self.map.set(value, transfer::of_type(self.types, self.function.value_type(value)));
    }

    fn unit(&self, value: Value) -> u64 {
        unit_of(self.types.elem(self.function.value_type(value)))
    }

    fn visit_loop(&mut self, inst: Inst) {
        let function = self.function;
        let (inits, body, first) = match function.data(inst) {
            InstData::For { lower_bound, upper_bound, step, init_values, unsigned, body } => {
                let facts = transfer::of_induction(
                    self.map,
                    self.types.elem_scalar(function.value_type(*lower_bound)),
                    [*lower_bound, *upper_bound, *step],
                    *unsigned,
                );
                self.map.set(function.block_params(*body)[0], facts);
                (init_values, *body, 1)
            }
            InstData::Loop { init_values, body } => (init_values, *body, 0),
            _ => return,
        };
        let params = &function.block_params(body)[first..];
        for (&param, &init) in params.iter().zip(inits) {
            self.map.set(param, self.map.get(init).clone());
        }
        // Were it looked at twice, so would be each loop inside, and inside of that.
        let is_iterated = self.budget > 0;
        if !is_iterated {
            params.iter().for_each(|&param| self.set_unknown(param));
        }
        let mut continues = Vec::new();
        let mut breaks = Vec::new();
        exits_of(function, body, &mut continues, &mut breaks);
        for turn in 0.. {
            self.visit_block(body);
            if !is_iterated || !self.weaken(params, inits, &continues) {
                break;
            }
            if turn >= MAX_TURNS || self.budget == 0 {
                params.iter().for_each(|&param| self.set_unknown(param));
                self.visit_block(body);
                break;
            }
        }
        if matches!(function.data(inst), InstData::For { .. }) {
            // What holds at the head of every turn holds after the last one.
            for (&result, &param) in function.results(inst).iter().zip(params) {
                self.map.set(result, self.map.get(param).clone());
            }
        } else {
            self.join_results(inst, &breaks);
        }
    }

    /// Brings what the body passes back into what its parameters are taken to be; says whether
    /// anything changed.
    fn weaken(&mut self, params: &[Value], inits: &[Value], continues: &[Inst]) -> bool {
        let mut changed = false;
        for (i, (&param, &init)) in params.iter().zip(inits).enumerate() {
            let unit = self.unit(param);
            let old = self.map.get(param).clone();
            let mut new = self.map.get(init).clone();
            for &exit in continues {
                let operands = self.function.data(exit).operands();
                let Some(&passed) = operands.get(i) else { continue };
                new = new.join(self.map.get(passed), unit);
            }
            new = new.join(&old, unit);
            if let Some(elem) = self.types.elem_scalar(self.function.value_type(param)) {
                new.bounds = old.bounds.widened(new.bounds, elem);
            } else {
                new.bounds = Bounds::ALL;
            }
            if new != old {
                self.map.set(param, new);
                changed = true;
            }
        }
        changed
    }

    fn join_results(&mut self, inst: Inst, exits: &[Inst]) {
        for (i, &result) in self.function.results(inst).iter().enumerate() {
            let unit = self.unit(result);
            let passed = exits
                .iter()
                .filter_map(|&exit| self.function.data(exit).operands().get(i).copied());
            let merged = passed
                .map(|value| self.map.get(value).clone())
                .reduce(|a, b| a.join(&b, unit))
                .unwrap_or_default();
            self.map.set(result, merged);
        }
    }
}

/// The `continue`s and `break`s that belong to the loop with this body.
fn exits_of(function: &Function, block: Block, continues: &mut Vec<Inst>, breaks: &mut Vec<Inst>) {
    for &inst in function.insts(block) {
        match function.data(inst) {
            InstData::Continue { .. } => continues.push(inst),
            InstData::Break { .. } => breaks.push(inst),
            InstData::If { then_block, else_block, .. } => {
                exits_of(function, *then_block, continues, breaks);
                exits_of(function, *else_block, continues, breaks);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use lang::base::Span;

    use super::*;
    use crate::attrs::{Assumption, CmpPredicate, Overflow, Rounding, Signedness};
    use crate::builder::Builder;
    use crate::module::{Module, Param};

    /// The facts of what `build` returns in an entry with parameters `%p: ptr<f32>, %n: i32`.
    fn facts_of<const N: usize>(
        build: impl FnOnce(&mut Builder<'_>, Value, Value) -> [Value; N],
    ) -> [Facts; N] {
        let mut module = Module::new("m");
        let mut function = Function::new("k", Span::NONE);
        let param = |name: &str| Param { name: name.into(), restrict: false, span: Span::NONE };
        let ptr = module.types.ptr(Scalar::F32);
        let p = function.add_param(param("p"), ptr);
        let n = function.add_param(param("n"), module.types.scalar(Scalar::I32));
        let block = function.entry_block;
        let values =
            build(&mut Builder::new(&mut function, &mut module.types, block, Span::NONE), p, n);
        let map = FactMap::of(&function, &module.types);
        values.map(|value| map.get(value).clone())
    }

    /// A scalar as a tile of 128.
    fn splat(b: &mut Builder<'_>, value: Value) -> Value {
        let ty = b.value_type(value);
        let one = b.types.with_dims(ty, &[1]).expect("a tile");
        let many = b.types.with_dims(ty, &[128]).expect("a tile");
        let value = b.reshape(value, one);
        b.broadcast(value, many)
    }

    /// `p[bid * 128 + iota < n]`, as C++ with unsigned indices makes it.
    #[test]
    fn a_block_of_pointers_is_contiguous_and_aligned() {
        let [pointers, mask] = facts_of(|b, p, n| {
            let p = b.assume(p, Assumption::DivBy { divisor: 16, every: None });
            let n = b.assume(n, Assumption::DivBy { divisor: 8, every: None });
            let (x, _, _) = b.get_tile_block_id();
            let size = b.const_i32(128);
            let base = b.muli(x, size, Overflow::None);
            let base = splat(b, base);
            let iota_ty = b.types.tile(&[128], Scalar::I32);
            let iota = b.iota(iota_ty);
            let index = b.addi(base, iota, Overflow::None);
            let wide = b.types.tile(&[128], Scalar::I64);
            let index64 = b.exti(index, Signedness::Unsigned, wide);
            let pointers = splat(b, p);
            let limit = splat(b, n);
            let mask = b.cmpi(index, limit, CmpPredicate::LessThan, Signedness::Unsigned);
            [b.offset(pointers, index64), mask]
        });
        assert_eq!(pointers.axis(0), Axis { contiguity: 128, constancy: 1, divisor: 16 });
        assert_eq!(mask.axis(0).constancy, 8);
    }

    #[test]
    fn groups_that_may_wrap_do_not_survive_widening() {
        let [aligned, not] = facts_of(|b, _, n| {
            let iota_ty = b.types.tile(&[128], Scalar::I32);
            let wide = b.types.tile(&[128], Scalar::I64);
            let iota = b.iota(iota_ty);
            let n4 = b.assume(n, Assumption::DivBy { divisor: 4, every: None });
            [n4, n].map(|n| {
                let start = splat(b, n);
                let index = b.addi(start, iota, Overflow::None);
                b.exti(index, Signedness::Signed, wide)
            })
        });
        assert_eq!(aligned.axis(0).contiguity, 4);
        assert_eq!(not.axis(0).contiguity, 1);
    }

    #[test]
    fn quotient_and_remainder_split_an_index() {
        let [row, column] = facts_of(|b, _, _| {
            let ty = b.types.tile(&[128], Scalar::I32);
            let iota = b.iota(ty);
            let sixteen = b.const_bits(ty, 16);
            let row = b.divi(iota, sixteen, Signedness::Signed, Rounding::Zero);
            [row, b.remi(iota, sixteen, Signedness::Signed)]
        });
        assert_eq!(row.axis(0).constancy, 16);
        assert_eq!(row.bounds, Bounds::new(0, 7));
        assert_eq!(column.axis(0), Axis { contiguity: 16, constancy: 1, divisor: MAX_DIVISOR });
        assert_eq!(column.bounds, Bounds::new(0, 15));
    }

    #[test]
    fn rows_times_a_stride_keep_columns_contiguous() {
        let [index] = facts_of(|b, _, _| {
            let line = b.types.tile(&[128], Scalar::I32);
            let (rows, columns) =
                (b.types.tile(&[128, 1], Scalar::I32), b.types.tile(&[1, 128], Scalar::I32));
            let plane = b.types.tile(&[128, 128], Scalar::I32);
            let iota = b.iota(line);
            let row = b.reshape(iota, rows);
            let stride = b.const_bits(rows, 64);
            let row = b.muli(row, stride, Overflow::NoSignedWrap);
            let row = b.broadcast(row, plane);
            let column = b.reshape(iota, columns);
            let column = b.broadcast(column, plane);
            [b.addi(row, column, Overflow::NoSignedWrap)]
        });
        assert_eq!(index.axis(1), Axis { contiguity: 128, constancy: 1, divisor: 64 });
        assert_eq!(index.axis(0).contiguity, 1);
        assert!(!index.wraps);
    }

    #[test]
    fn loops_keep_what_every_turn_keeps() {
        let [induction, carried, result] = facts_of(|b, _, n| {
            let zero = b.const_i32(0);
            let eight = b.const_i32(8);
            let parts = b.open_for(zero, n, eight, false, &[zero]);
            b.switch_to(parts.body);
            let next = b.addi(parts.carried[0], eight, Overflow::NoSignedWrap);
            b.continue_([next]);
            b.switch_to(b.function.entry_block);
            [parts.induction, parts.carried[0], parts.results[0]]
        });
        assert_eq!(induction.divisor(), 8);
        assert_eq!(induction.bounds, Bounds::new(0, i64::from(i32::MAX) - 1));
        assert_eq!(carried.divisor(), 8);
        assert_eq!(carried.bounds, Bounds::new(0, i64::from(i32::MAX)));
        assert_eq!(result, carried);
    }

    #[test]
    fn promises_are_believed() {
        let [bounded, pointers] = facts_of(|b, p, n| {
            let bounded = b.assume(n, Assumption::Bounded { lower: Some(0), upper: Some(9) });
            let pointers = splat(b, p);
            let every = Some((8, 0));
            [bounded, b.assume(pointers, Assumption::DivBy { divisor: 32, every })]
        });
        assert_eq!(bounded.bounds, Bounds::new(0, 9));
        assert_eq!(pointers.axis(0).contiguity, 8);
        assert_eq!(pointers.axis(0).divisor, 32);
    }
}
