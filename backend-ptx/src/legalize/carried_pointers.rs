//! Tiles of pointers that a loop carries, as one number that it carries.
//!
//! Each element of such a tile takes two registers of a thread while the loop runs, beside sums and operands. Where each
//! iteration moves all elements by the same number, that number is carried, and the addresses are computed where they are used:
//!
//! ```text
//! p0 = offset broadcast(base), rows + columns        s0 = 0
//! for .., p = p0 {                                   for .., s = s0 {
//!     load p                                    =>       p = offset (offset (offset base, s), columns), rows
//!     continue offset p, broadcast(d)                    load p
//! }                                                      continue s + d
//!                                                    }
//! ```
//!
//! Sums are added to the pointers term by term, those with the fewest elements first, so that threads hold `rows` and `columns`
//! and not an address of each element, and an address takes one addition of one that depends on the iteration.
//!
//! In: a verified module. Out: the module with such loops of one kernel. No pass that moves code out of loops may follow.

use ir::builder::Builder;
use ir::pass::{self, OptLevel, Options};
use ir::types::TypeStore;
use ir::{Entry, Function, Inst, InstData, Module, Overflow, Scalar, Signedness, Type, Value};
use rustc_hash::FxHashMap;

use crate::analysis::slice;

/// The module with one kernel rewritten; `None` if its loops carry no such pointers.
pub fn carry_numbers(module: &Module, entry: Entry) -> Option<Module> {
    CarriedPointers::first(module, &module.entries[entry])?;
    let mut changed = module.clone();
    while let Some(found) = CarriedPointers::first(&changed, &changed.entries[entry]) {
        found.rewrite(&mut changed.entries[entry], &mut changed.types);
    }
    pass::run_pass_on(&mut changed, entry, "dce", &Options { level: OptLevel::Full, fmad: false });
    Some(changed)
}

/// Pointers that a loop carries, by the position that carries them.
struct CarriedPointers {
    owner: Inst,
    /// Among the values that the loop begins with.
    position: usize,
    pointers: Value,
    first: Value,
    /// The instructions that begin the next iteration, and the number that each of them moves the pointers by.
    steps: Vec<(Inst, PointerStep)>,
}

/// The number that an iteration moves all pointers of a tile by.
#[derive(Clone, Copy)]
enum PointerStep {
    /// A tile of one element.
    Number(Value),
    Constant(i64),
}

impl CarriedPointers {
    /// The first ones of a kernel.
    fn first(module: &Module, function: &Function) -> Option<CarriedPointers> {
        function.insts_in_order().into_iter().find_map(|owner| {
            let (inits, body) = match function.data(owner) {
                InstData::For { init_values, body, .. } | InstData::Loop { init_values, body } => {
                    (init_values, *body)
                }
                _ => return None,
            };
            let params = function.block_params(body);
            let params = &params[params.len() - inits.len()..];
            let of = |(position, (&pointers, &first))| {
                CarriedPointers::of(module, function, owner, position, (pointers, first))
            };
            params.iter().zip(inits).enumerate().find_map(of)
        })
    }

    fn of(
        module: &Module,
        function: &Function,
        owner: Inst,
        position: usize,
        (pointers, first): (Value, Value),
    ) -> Option<CarriedPointers> {
        let tile = module.types.as_tile(function.value_type(pointers))?;
        if !tile.elem.is_ptr() || tile.num_elems() == 1 {
            return None;
        }
        let step = |inst: Inst| {
            let next = *function.data(inst).operands().get(position)?;
            let InstData::Offset { ptr, offset } = *function.def_data(next)? else { return None };
            let by = PointerStep::of(module, function, offset)?;
            (ptr == pointers).then_some((inst, by))
        };
        let steps: Vec<(Inst, PointerStep)> =
            slice::continues(function, owner).into_iter().map(step).collect::<Option<_>>()?;
        // A `loop` that every iteration leaves carries nothing.
        (!steps.is_empty()).then_some(CarriedPointers { owner, position, pointers, first, steps })
    }

    /// Carries a number behind all other values, and leaves the pointers to `dce`.
    fn rewrite(&self, function: &mut Function, types: &mut TypeStore) {
        let CarriedPointers { owner, position, pointers, first, .. } = *self;
        let number = types.scalar(Scalar::I64);
        let zero = Builder::before(function, types, owner).const_i64(0);
        let is_for = matches!(function.data(owner), InstData::For { .. });
        let (InstData::For { init_values, body, .. } | InstData::Loop { init_values, body }) =
            function.data_mut(owner)
        else {
            return;
        };
        init_values.push(zero);
        let body = *body;
        let carried = function.append_block_param(body, number);
        for &(next, by) in &self.steps {
            let mut b = Builder::before(function, types, next);
            let by = by.scalar(&mut b);
            let sum = b.addi(carried, by, Overflow::None);
            if let InstData::Continue { operands } = b.function.data_mut(next) {
                operands.push(sum);
            }
        }
        for user in function.insts_inside(owner) {
            let begins_next = self.steps.iter().any(|&(next, _)| next == user);
            let operands = function.data(user).operands();
            let mut others = operands.iter().enumerate();
            let is_user = others
                .any(|(at, &operand)| operand == pointers && !(begins_next && at == position));
            if !is_user {
                continue;
            }
            let mut b = Builder::before(function, types, user);
            let moved = moved_pointers(&mut b, first, carried);
            let mut at = 0;
            function.data_mut(user).for_each_operand_mut(|operand| {
                if *operand == pointers && !(begins_next && at == position) {
                    *operand = moved;
                }
                at += 1;
            });
        }
        // The loop needs no other value there from now on.
        for &(next, _) in &self.steps {
            if let InstData::Continue { operands } = function.data_mut(next) {
                operands[position] = pointers;
            }
        }
        // The results of a `loop` are what it is left with, of a `for` what it carries.
        if is_for {
            let (result, last) =
                (function.results(owner)[position], function.append_result(owner, number));
            if let Some(behind) = function.following(owner) {
                let mut b = Builder::before(function, types, behind);
                let moved = moved_pointers(&mut b, first, last);
                b.function.replace_all_uses(result, moved);
            }
        }
    }
}

impl PointerStep {
    /// The number that all elements of a tile are.
    fn of(module: &Module, function: &Function, tile: Value) -> Option<PointerStep> {
        let mut value = tile;
        loop {
            match function.def_data(value) {
                Some(InstData::Constant { value }) => {
                    let unused = 64 - value.elem().bits();
                    let bits = value.as_splat()? << unused;
                    return Some(PointerStep::Constant(bits as i64 >> unused));
                }
                _ if module.types.num_elems(function.value_type(value)) == 1 => {
                    return Some(PointerStep::Number(value));
                }
                Some(
                    &InstData::Broadcast { source }
                    | &InstData::Reshape { source }
                    | &InstData::ExtI { from: source, signedness: Signedness::Signed },
                ) => value = source,
                _ => return None,
            }
        }
    }

    /// As a number with 64 bits and no dimensions.
    fn scalar(self, b: &mut Builder<'_>) -> Value {
        let number = match self {
            PointerStep::Constant(number) => return b.const_i64(number),
            PointerStep::Number(number) => number,
        };
        let elem = b.types.elem_scalar(b.value_type(number)).unwrap_or(Scalar::I64);
        let (narrow, wide) = (b.types.scalar(elem), b.types.scalar(Scalar::I64));
        let number =
            if b.value_type(number) == narrow { number } else { b.reshape(number, narrow) };
        if narrow == wide { number } else { b.exti(number, Signedness::Signed, wide) }
    }
}

/// Pointers that are moved by a number, with what they are made of computed here.
fn moved_pointers(b: &mut Builder<'_>, pointers: Value, by: Value) -> Value {
    let mut offsets: Vec<Value> = Vec::new();
    let mut from = pointers;
    loop {
        match b.function.def_data(from) {
            Some(&InstData::Offset { ptr, offset }) => {
                offsets.push(offset);
                from = ptr;
            }
            Some(&InstData::Broadcast { source }) => from = source,
            _ => break,
        }
    }
    let ty = b.value_type(from);
    let mut moved = match b.function.def_data(from) {
        Some(&InstData::Reshape { source }) if b.types.num_elems(ty) > 1 => {
            let source = moved_pointers(b, source, by);
            b.reshape(source, ty)
        }
        _ => {
            let number = spread(b, by, ty);
            b.offset(from, number)
        }
    };
    let mut terms: Vec<OffsetTerm> = Vec::new();
    offsets.into_iter().for_each(|offset| terms.extend(OffsetTerm::of(b, offset)));
    // Of the dimension that comes last each element has an addition, and those before it an address.
    terms.sort_by_key(|term| b.types.num_elems(b.value_type(term.number)));
    let extents = b.types.dims(b.value_type(pointers)).to_vec();
    let mut recomputed = Recomputed::default();
    for term in terms {
        moved = term.added(b, &mut recomputed, moved, &extents);
    }
    stretched(b, moved, &extents)
}

/// So many terms of one offset are added one by one.
const MOST_TERMS: usize = 16;

/// A term of an offset, a tile that may have one element where the offset has many.
#[derive(Clone, Copy)]
struct OffsetTerm {
    number: Value,
    /// Whether it is widened before it is added.
    is_widened: bool,
}

impl OffsetTerm {
    /// The terms of a sum, which is one term itself if it has many. Those of a sum that is widened are widened one by one if
    /// the sum does not wrap around.
    fn of(b: &Builder<'_>, sum: Value) -> Vec<OffsetTerm> {
        let whole = OffsetTerm { number: sum, is_widened: false };
        let (mut waiting, mut terms) = (vec![whole], Vec::new());
        while let Some(term) = waiting.pop() {
            let OffsetTerm { number, is_widened } = term;
            let is_wide =
                is_widened || b.types.elem_scalar(b.value_type(number)) == Some(Scalar::I64);
            match b.function.def_data(number) {
                Some(&InstData::ExtI { from, signedness: Signedness::Signed }) if !is_widened => {
                    waiting.push(OffsetTerm { number: from, is_widened: true });
                }
                Some(&InstData::Broadcast { source }) => {
                    waiting.push(OffsetTerm { number: source, is_widened });
                }
                Some(&InstData::AddI { lhs, rhs, overflow })
                    if overflow.no_signed_wrap() || is_wide && !is_widened =>
                {
                    waiting.extend([rhs, lhs].map(|number| OffsetTerm { number, is_widened }));
                }
                _ => terms.push(term),
            }
            // A sum of sums that share their terms has exponentially many.
            if waiting.len() + terms.len() > MOST_TERMS {
                return vec![whole];
            }
        }
        terms
    }

    /// Pointers that are moved by the term, on the way to a tile of these extents.
    fn added(
        &self,
        b: &mut Builder<'_>,
        recomputed: &mut Recomputed,
        pointers: Value,
        whole: &[u32],
    ) -> Value {
        let is_whole = b.types.dims(b.value_type(self.number)) == whole;
        let mut number = if is_whole { recomputed.of(b, self.number) } else { self.number };
        if self.is_widened
            && let Some(wide) = b.types.with_elem(b.value_type(number), Scalar::I64)
        {
            number = b.exti(number, Signedness::Signed, wide);
        }
        let dims = |b: &Builder<'_>, value| b.types.dims(b.value_type(value)).to_vec();
        let extents = dims(b, pointers).into_iter().zip(dims(b, number));
        let extents: Vec<u32> = extents.map(|(one, other)| one.max(other)).collect();
        let pointers = stretched(b, pointers, &extents);
        let number = stretched(b, number, &extents);
        b.offset(pointers, number)
    }
}

/// A tile with these extents, of which its own may be 1.
fn stretched(b: &mut Builder<'_>, tile: Value, extents: &[u32]) -> Value {
    let ty = b.value_type(tile);
    match b.types.with_dims(ty, extents) {
        Some(whole) if whole != ty => b.broadcast(tile, whole),
        _ => tile,
    }
}

/// A number as a tile of the extents of another type.
fn spread(b: &mut Builder<'_>, number: Value, like: Type) -> Value {
    let dims = b.types.dims(like).to_vec();
    let ones = vec![1; dims.len()];
    let ty = b.value_type(number);
    let Some(ones) = b.types.with_dims(ty, &ones) else { return number };
    let number = if ones == ty { number } else { b.reshape(number, ones) };
    stretched(b, number, &dims)
}

/// So many instructions are computed again at one use of the pointers.
const MOST_RECOMPUTED: usize = 32;

/// Tiles of numbers that are products and sums, computed again where the pointers are used.
#[derive(Default)]
struct Recomputed {
    made: FxHashMap<Value, Value>,
}

impl Recomputed {
    fn of(&mut self, b: &mut Builder<'_>, tile: Value) -> Value {
        if let Some(&copy) = self.made.get(&tile) {
            return copy;
        }
        let ty = b.value_type(tile);
        let Some(mut data) = b.function.def_data(tile).cloned() else { return tile };
        let is_copied = matches!(
            data,
            InstData::AddI { .. }
                | InstData::SubI { .. }
                | InstData::MulI { .. }
                | InstData::ExtI { .. }
                | InstData::Broadcast { .. }
                | InstData::Constant { .. }
        );
        if !is_copied || self.made.len() >= MOST_RECOMPUTED {
            return tile;
        }
        // Its place is taken before those of its operands, so that the depth is bounded too.
        self.made.insert(tile, tile);
        if !matches!(data, InstData::Broadcast { .. }) {
            data.for_each_operand_mut(|operand| *operand = self.of(b, *operand));
        }
        let inst = b.insert(data, &[ty]);
        let copy = b.function.results(inst)[0];
        self.made.insert(tile, copy);
        copy
    }
}

#[cfg(test)]
mod tests {
    use ir::interp::{self, Launch, Memory};
    use ir::print;
    use lang::base::Pos;

    use super::*;

    /// Adds up tiles of 4 x 8 that follow each other, and what the pointers point to behind the loop.
    fn kernel(step: &str) -> String {
        format!(
            "cuda_tile.module @m {{
  entry @k(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>, %s: tile<i32>) {{
    %0 = iota : tile<4xi32>
    %1 = reshape %0 : tile<4xi32> -> tile<4x1xi32>
    %2 = reshape %s : tile<i32> -> tile<1x1xi32>
    %3 = broadcast %2 : tile<1x1xi32> -> tile<4x1xi32>
    %4 = muli %1, %3 overflow<no_signed_wrap> : tile<4x1xi32>
    %5 = broadcast %4 : tile<4x1xi32> -> tile<4x8xi32>
    %6 = iota : tile<8xi32>
    %7 = reshape %6 : tile<8xi32> -> tile<1x8xi32>
    %8 = broadcast %7 : tile<1x8xi32> -> tile<4x8xi32>
    %9 = addi %5, %8 overflow<no_signed_wrap> : tile<4x8xi32>
    %10 = exti %9 signed : tile<4x8xi32> -> tile<4x8xi64>
    %11 = reshape %p : tile<ptr<i32>> -> tile<1x1xptr<i32>>
    %12 = broadcast %11 : tile<1x1xptr<i32>> -> tile<4x8xptr<i32>>
    %13 = offset %12, %10 : tile<4x8xptr<i32>>, tile<4x8xi64> -> tile<4x8xptr<i32>>
    %14 = constant <i32: 0> : tile<4x8xi32>
    %15 = constant <i32: 0> : tile<i32>
    %16 = constant <i32: 1> : tile<i32>
    {step}
    %20, %21 = for %22 in (%15 to %n, step %16) : tile<i32> iter_values(%23 = %13, %24 = %14) -> (tile<4x8xptr<i32>>, tile<4x8xi32>) {{
      %25, %26 = load_ptr_tko weak %23 : tile<4x8xptr<i32>> -> tile<4x8xi32>, token
      %27 = addi %24, %25 : tile<4x8xi32>
      %28 = offset %23, %19 : tile<4x8xptr<i32>>, tile<4x8xi64> -> tile<4x8xptr<i32>>
      continue %28, %27 : tile<4x8xptr<i32>>, tile<4x8xi32>
    }}
    %29, %30 = load_ptr_tko weak %20 : tile<4x8xptr<i32>> -> tile<4x8xi32>, token
    %31 = addi %21, %29 : tile<4x8xi32>
    %32 = reshape %q : tile<ptr<i32>> -> tile<1x1xptr<i32>>
    %33 = broadcast %32 : tile<1x1xptr<i32>> -> tile<4x8xptr<i32>>
    %34 = offset %33, %10 : tile<4x8xptr<i32>>, tile<4x8xi64> -> tile<4x8xptr<i32>>
    %35 = store_ptr_tko weak %34, %31 : tile<4x8xptr<i32>>, tile<4x8xi32> -> token
    return
  }}
}}"
        )
    }

    fn parsed(text: &str) -> Module {
        let (module, found) = ir::parse::module(text, Pos(1));
        module.unwrap_or_else(|| panic!("{found:#?}"))
    }

    /// The sums that the kernel stores.
    fn left(module: &Module) -> Vec<u8> {
        let mut memory = Memory::new();
        let numbers: Vec<u8> = (0..200i32).flat_map(|it| (it * it % 97).to_le_bytes()).collect();
        let (from, to) = (memory.alloc(&numbers), memory.alloc(&[0; 4 * 64]));
        let options = interp::Options::new();
        let args = [from, to, 3, 9];
        let what =
            Launch { entry: "k", grid: [1; 3], args: &args, globals: None, options: &options };
        interp::launch(module, &what, &mut memory).unwrap_or_else(|trap| panic!("{trap}"));
        memory.read(to, 4 * 64).expect("it was allocated")
    }

    #[test]
    fn a_number_is_carried_in_place_of_pointers() {
        let steps = [
            "%19 = constant <i64: 16> : tile<4x8xi64>",
            "%17 = exti %s signed : tile<i32> -> tile<i64>
    %18 = reshape %17 : tile<i64> -> tile<1x1xi64>
    %19 = broadcast %18 : tile<1x1xi64> -> tile<4x8xi64>",
        ];
        for step in steps {
            let module = parsed(&kernel(step));
            let entry = module.entry_named("k").expect("an entry");
            let changed = carry_numbers(&module, entry).expect("it carries pointers");
            let text = print::module(&changed);
            let carried = text.lines().find(|line| line.contains("iter_values"));
            assert!(carried.is_some_and(|line| !line.contains("ptr")), "{text}");
            assert!(carry_numbers(&changed, entry).is_none(), "{text}");
            assert!(ir::verify::module(&changed).is_empty(), "{text}");
            assert_eq!(left(&changed), left(&module), "{text}");
        }
    }

    #[test]
    fn pointers_with_steps_of_their_own_stay() {
        let module = parsed(&kernel("%19 = muli %10, %10 : tile<4x8xi64>"));
        let entry = module.entry_named("k").expect("an entry");
        assert!(carry_numbers(&module, entry).is_none());
    }
}
