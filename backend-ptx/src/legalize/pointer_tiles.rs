//! Tiles of pointers that step evenly, as tiles of tensors.
//!
//! A tensor map describes a tensor by a base, extents and strides, and a copy by where its tile begins. Pointers that
//! are computed from `iota` say the same, element by element:
//!
//! ```text
//! load (p + ((m0 + iota[:, None]) * s + k0 + iota[None, :])), mask = (m0 + iota < m) && (iota < k - k0), padding = 0
//!   =>
//! t = make_tensor_view p, shape = [m, k], strides = [s, 1]
//! load (make_partition_view t, tile [M, K]) [m0 / M, k0 / K]
//! ```
//!
//! [`tile`](crate::analysis::affine::tile) takes such a load apart, and says what must hold for the two to be equal. A
//! start that is not a multiple of the tile is the index of a strided view, whose tiles begin at any multiple of a power of
//! two. So is that of a tile whose mask may hold nowhere: accesses to tiles that are outside of a partition view are undefined.
//! The rest, which is in neither a start nor a stride, goes to the base, where `base_dims` finds it.
//!
//! Strides that are only known at run time may be negative, and extents may be large; neither is described by a tensor
//! map, which a test at the start of the kernel finds. Elsewhere addresses are computed modulo 2^64, as those of the
//! pointers are.
//!
//! Places that wrap around are taken for those that do not where no effect depends on the others
//! ([`wrapped_places`](super::wrapped_places)); accesses of both sides of a branch are one
//! ([`branch_masks`](super::branch_masks)); loops that count unless they wrap around are taken for such that count; whether a
//! quotient is negative in any tile block follows from the number of tile blocks ([`launch_range`](crate::analysis::launch_range)).
//!
//! A condition that is tested at run time stands in the views of loads: a stride is one that no tensor map has where a test
//! fails. So the module computes what it did before only where the tests hold. Elsewhere the kernel executes the module
//! from before this pass ([`Legalized::unpipelined`]), as where tensor maps cannot describe its tensors.
//!
//! [`Legalized::unpipelined`]: crate::schedule::Legalized
//!
//! In: a verified module. Out: the module with such loads and stores rewritten, in kernels more of whose operands a
//! pipeline brings then. Those that are not of MMAs are rewritten there since pointers of all elements take registers
//! that tiles at work need.

use ir::analysis::facts::FactMap;
use ir::attrs::Inbounds;
use ir::builder::Builder;
use ir::pass::counted::{CountsWhere, count_where};
use ir::types::{PartitionViewType, StridedViewType, TypeStore};
use ir::{
    CmpPredicate, Entry, Function, Inst, InstData, Module, Overflow, PaddingValue, Scalar,
    Signedness, Type, TypeKind, Value, ValueDef, pass,
};
use smallvec::SmallVec;

use crate::analysis::affine::tile::{PointerTile, Test, TileAxis, TileSearch, UNTESTED};
use crate::analysis::launch_range::LaunchRange;
use crate::analysis::slice;
use crate::legalize::base_dims::num_unfed_with_base_dims;
use crate::legalize::branch_masks::{has_branch_accesses, merge_branch_accesses};
use crate::legalize::entry_rewrites::EntryRewrites;
use crate::legalize::launch_ends::wide;
use crate::legalize::terms::{Numbered, Terms, load_of_view, scalar};
use crate::legalize::unfed_operands::num_unfed_operands;
use crate::legalize::wrapped_places::{has_wrapped, unwrap_places};
use crate::mma::is_mma;
use crate::mma::operand_loads::operand_loads;
use crate::target::Target;

/// The passes that remove the computations of pointers, and move those of views out of loops.
const CLEAN_UP: &[&str] = &["canonicalize", "licm", "cse", "dce"];

/// The module with such loads; `None` if there are none.
pub fn view_pointer_tiles(module: &Module, target: &Target) -> Option<Module> {
    if !target.has_pipelines() {
        return None;
    }
    let mut rewrites = EntryRewrites::of(module);
    for (entry, function) in module.entries.iter() {
        let facts = FactMap::of(function, &module.types);
        let search = TileSearch { module, function, facts: &facts };
        let found = accesses(function, search);
        let has_mma = has_mma(function);
        let has_more = has_mma && (has_wrapped(search) || has_branch_accesses(function));
        let has_loops = has_mma && has_loops(function);
        if found.is_empty() && !has_more && !has_loops {
            continue;
        }
        let mut least = num_unfed_operands(module, function, target);
        let mut is_less = |changed: &mut Module| {
            let unfed = num_unfed_with_base_dims(changed, entry, target);
            let is_less = unfed < least;
            least = least.min(unfed);
            is_less
        };
        let is_simplified = has_more
            && rewrites.attempt(entry, |changed| {
                rewrite_simplified(changed, entry, Vec::new()) && is_less(changed)
            });
        if !is_simplified && !found.is_empty() {
            rewrites.attempt(entry, |changed| {
                rewrite(changed, entry, &facts, &found, &[]);
                is_less(changed)
            });
        }
        if has_loops {
            rewrites.attempt(entry, |changed| {
                changed.entries[entry] = function.clone();
                let counts = count_loops(changed, entry);
                !counts.is_empty() && rewrite_simplified(changed, entry, counts) && is_less(changed)
            });
        }
    }
    rewrites.into_module()
}

fn has_mma(function: &Function) -> bool {
    function.insts_in_order().into_iter().any(|inst| is_mma(function.data(inst)))
}

fn has_loops(function: &Function) -> bool {
    let is_loop = |inst: Inst| matches!(function.data(inst), InstData::Loop { .. });
    function.insts_in_order().into_iter().any(is_loop)
}

/// [`num_unfed_operands`] of a kernel that this pass and `base_dims` come to.
pub(super) fn num_unfed_with_views(
    module: &mut Module,
    entry: Entry,
    target: &Target,
) -> (usize, usize) {
    let without = num_unfed_with_base_dims(module, entry, target);
    let function = module.entries[entry].clone();
    let facts = FactMap::of(&function, &module.types);
    let found = accesses(&function, TileSearch { module, function: &function, facts: &facts });
    if found.is_empty() {
        return without;
    }
    rewrite(module, entry, &facts, &found, &[]);
    let with = num_unfed_with_base_dims(module, entry, target);
    module.entries[entry] = function;
    with.min(without)
}

/// Rewrites accesses of an entry where both sides of branches access the same, and places are not other ones from a bound on;
/// whether there are any, and the kernel can test what must hold for that and for the loops that were made to count.
fn rewrite_simplified(module: &mut Module, entry: Entry, counts: Vec<Test>) -> bool {
    let has_merged = merge_branch_accesses(module, entry);
    let divisors = unwrap_places(module, entry);
    if counts.is_empty() && !has_merged && divisors.is_none() {
        return false;
    }
    clean_up(module, entry);
    let function = module.entries[entry].clone();
    let facts = FactMap::of(&function, &module.types);
    let found = accesses(&function, TileSearch { module, function: &function, facts: &facts });
    let positive = divisors.into_iter().flatten().map(Test::IsPositive);
    let tests: Vec<Test> = counts.into_iter().chain(positive).collect();
    let can_test = |(access, _): &(Inst, PointerTile)| {
        let at = outermost(&function, *access);
        tests.iter().all(|&test| is_known_before(&function, &module.types, test, at))
    };
    let holds = !found.is_empty() && found.iter().all(can_test);
    if holds {
        rewrite(module, entry, &facts, &found, &tests);
    }
    holds
}

/// Makes loops that count, if they do not wrap around, `for` loops; the tests of that.
fn count_loops(module: &mut Module, entry: Entry) -> Vec<Test> {
    let Module { entries, types, .. } = module;
    let function = &mut entries[entry];
    let facts = FactMap::of(function, types);
    let counts = count_where(function, types, |function, types, count| {
        let is_number = |value: Value| {
            let ty = function.value_type(value);
            types.dims(ty).is_empty() && types.elem_scalar(ty) == Some(Scalar::I32)
        };
        let is_same = |value| is_number(value) && slice::is_invariant(function, value);
        let starts_inside = !count.unsigned || facts.get(count.start).bounds.is_non_negative();
        is_same(count.bound) && is_same(count.step) && starts_inside
    });
    let test = |count: CountsWhere| {
        let CountsWhere { bound, step, unsigned, .. } = count;
        Test::Counts { bound, step, is_bound_positive: unsigned }
    };
    counts.into_iter().map(test).collect()
}

/// Rewrites accesses of an entry, which tests what they need and these tests.
fn rewrite(
    module: &mut Module,
    entry: Entry,
    facts: &FactMap,
    found: &[(Inst, PointerTile)],
    more_tests: &[Test],
) {
    let mut tests: Vec<Test> = Vec::new();
    for test in found.iter().flat_map(|(_, tile)| &tile.tests).chain(more_tests) {
        if !tests.contains(test) {
            tests.push(*test);
        }
    }
    let Module { entries, types, .. } = module;
    let function = &mut entries[entry];
    for (access, tile) in found {
        let condition = condition(function, types, *access, &tests);
        let rewrite = Rewrite { terms: Terms { facts }, condition, tile };
        match function.data(*access) {
            InstData::LoadPtrTko { .. } => rewrite.load(function, types, *access),
            _ => rewrite.store(function, types, *access),
        }
    }
    clean_up(module, entry);
}

/// The loads and stores of a kernel that are rewritten if it is: those of MMAs, and what needs no other tests.
fn accesses(function: &Function, search: TileSearch<'_>) -> Vec<(Inst, PointerTile)> {
    let tile = |access: Inst| search.tile(access).ok().filter(PointerTile::has_unit_stride);
    let operands = operand_loads(function);
    let tests: Vec<Test> =
        operands.iter().filter_map(|&load| tile(load)).flat_map(|tile| tile.tests).collect();
    let all = function.insts_in_order().into_iter();
    let found: Vec<(Inst, PointerTile)> = all
        .filter_map(|access| Some((access, tile(access)?)))
        .filter(|(access, tile)| {
            operands.contains(access) || tile.tests.iter().all(|test| tests.contains(test))
        })
        .collect();
    match found.iter().any(|(access, _)| operands.contains(access)) {
        true => found,
        false => Vec::new(),
    }
}

/// Runs [`CLEAN_UP`] on one entry of a module.
pub(super) fn clean_up(module: &mut Module, entry: ir::Entry) {
    let options = pass::Options { level: pass::OptLevel::Full, fmad: false };
    for name in CLEAN_UP {
        pass::run_pass_on(module, entry, name, &options);
    }
}

/// How a load is rewritten.
struct Rewrite<'a> {
    terms: Terms<'a>,
    /// That the tests of all tiles of the kernel hold.
    condition: Option<Value>,
    tile: &'a PointerTile,
}

impl Rewrite<'_> {
    fn load(&self, function: &mut Function, types: &mut TypeStore, load: Inst) {
        load_of_view(function, types, load, |b, elem| {
            let view = self.view(b, elem);
            let (index, inbounds) = self.place(b);
            (view, index, inbounds)
        });
    }

    fn store(&self, function: &mut Function, types: &mut TypeStore, store: Inst) {
        let InstData::StorePtrTko { value, token, ordering, scope, hints, .. } =
            function.data(store).clone()
        else {
            return;
        };
        let before = function.results(store).to_vec();
        let ty = function.value_type(value);
        let dims: SmallVec<[u32; 4]> = self.tile.axes.iter().map(|axis| axis.length).collect();
        let Some(elem) = types.elem_scalar(ty) else { return };
        let Some(tile_type) = types.with_dims(ty, &dims) else { return };
        let mut b = Builder::before(function, types, store);
        let view = self.view(&mut b, elem);
        let (index, inbounds) = self.place(&mut b);
        let stored = if tile_type == ty { value } else { b.reshape(value, tile_type) };
        let stored_token =
            b.store_view_tko(stored, view, index, token, ordering, scope, hints, inbounds);
        function.remove_inst(store);
        function.replace_all_uses(before[0], stored_token);
    }

    /// The index of the tile, and along which dimensions it is inside of the tensor.
    fn place(&self, b: &mut Builder<'_>) -> (Vec<Value>, Inbounds) {
        let axes = &self.tile.axes;
        let is_whole = |axis: &TileAxis| axis.extents.is_empty();
        let inbounds = match axes.iter().any(is_whole) {
            true => axes.iter().map(is_whole).collect(),
            false => Inbounds::default(),
        };
        (axes.iter().map(|axis| self.terms.index(b, axis)).collect(), inbounds)
    }

    /// The view of the tiles of the tensor.
    fn view(&self, b: &mut Builder<'_>, elem: Scalar) -> Value {
        let PointerTile { root, base, axes, .. } = self.tile;
        let mut base_pointer = *root;
        for product in base.products() {
            let offset = self.terms.product(b, product);
            base_pointer = b.offset(base_pointer, offset);
        }
        let extents: Vec<Numbered> = axes.iter().map(|axis| self.terms.extent(b, axis)).collect();
        let strides: Vec<Numbered> =
            axes.iter().map(|axis| self.terms.stride(b, &axis.stride)).collect();
        let strides = self.tested(b, strides);
        let known = |all: &[Numbered]| -> Vec<Option<i64>> {
            all.iter().map(|number| number.err()).collect()
        };
        let dynamic = |all: &[Numbered]| -> Vec<Value> {
            all.iter().filter_map(|number| number.ok()).collect()
        };
        let tensor = b.types.tensor_view(elem, &known(&extents), &known(&strides));
        let tensor_view =
            b.make_tensor_view(base_pointer, dynamic(&extents), dynamic(&strides), tensor);
        let (view, is_partition) = self.view_type(b.types, tensor);
        match is_partition {
            true => b.make_partition_view(tensor_view, view),
            false => b.make_strided_view(tensor_view, view),
        }
    }

    /// The type of the view, and whether it is a partition view.
    fn view_type(&self, types: &mut TypeStore, tensor: Type) -> (Type, bool) {
        let axes = &self.tile.axes;
        let tile: SmallVec<[u32; 4]> = axes.iter().map(|axis| axis.length).collect();
        let is_masked = axes.iter().any(|axis| !axis.extents.is_empty());
        let padding = is_masked.then_some(PaddingValue::Zero);
        let dim_map = (0..axes.len() as u32).collect();
        let is_partition = axes.iter().all(|axis| axis.unit == axis.length && axis.starts_inside());
        let kind = match is_partition {
            true => TypeKind::PartitionView(PartitionViewType { tile, padding, tensor, dim_map }),
            false => TypeKind::StridedView(StridedViewType {
                tile,
                traversal_strides: axes.iter().map(|axis| axis.unit).collect(),
                padding,
                tensor,
                dim_map,
            }),
        };
        (types.intern(kind), is_partition)
    }

    /// The strides with what the tests say: one that no tensor map has, where a test fails.
    fn tested(&self, b: &mut Builder<'_>, mut strides: Vec<Numbered>) -> Vec<Numbered> {
        if let Some(condition) = self.condition
            && let Some(stride) = strides.iter_mut().find(|stride| **stride != Err(1))
        {
            let known = stride.unwrap_or_else(|number| b.const_i64(number));
            let untested = b.const_i64(UNTESTED);
            *stride = Ok(b.select(condition, known, untested));
        }
        strides
    }
}

/// Whether tests hold, computed in front of an access; `None` if there are no tests. The ends of ranges have quotients, which no
/// pass moves out of loops, so these are computed in front of the loops around the access.
fn condition(
    function: &mut Function,
    types: &mut TypeStore,
    access: Inst,
    tests: &[Test],
) -> Option<Value> {
    let range = |test: &Test| range_of_test(function, types, *test);
    let ranges: Vec<Option<LaunchRange>> = tests.iter().map(range).collect();
    let at = outermost(function, access);
    let is_known = |&test: &Test| is_known_before(function, types, test, at);
    let hoists = ranges.iter().any(Option::is_some) && tests.iter().all(is_known);
    let at = if hoists { at } else { access };
    let mut b = Builder::before(function, types, at);
    let mut all: Option<Value> = None;
    for (test, range) in tests.iter().zip(ranges) {
        let holds = holds(&mut b, *test, range);
        all = Some(all.map_or(holds, |all| b.andi(all, holds)));
    }
    all
}

/// The range of the number that a test is of, where it may differ between tile blocks.
fn range_of_test(function: &Function, types: &TypeStore, test: Test) -> Option<LaunchRange> {
    match test {
        Test::IsOne(_) | Test::Counts { .. } => None,
        Test::IsPositive(value) | Test::IsAtMost(value, _) => {
            let is_same = slice::is_invariant(function, value);
            (!is_same).then(|| LaunchRange::of(function, types, value)).flatten()
        }
    }
}

/// Whether a test can be made in front of an instruction of the entry block.
fn is_known_before(function: &Function, types: &TypeStore, test: Test, at: Inst) -> bool {
    let is_at_entry = |value: Value| match function.def(value) {
        ValueDef::Param(block, _) => block == function.entry_block,
        ValueDef::Result(def, _) => slice::precedes(function, def, at),
    };
    match (test, range_of_test(function, types, test)) {
        (_, Some(range)) => range.values().into_iter().all(is_at_entry),
        (Test::Counts { bound, step, .. }, None) => is_at_entry(bound) && is_at_entry(step),
        (Test::IsOne(value) | Test::IsPositive(value) | Test::IsAtMost(value, _), None) => {
            is_at_entry(value) && slice::is_invariant(function, value)
        }
    }
}

/// Whether a test holds.
fn holds(b: &mut Builder<'_>, test: Test, range: Option<LaunchRange>) -> Value {
    match (test, range) {
        (Test::IsAtMost(_, most), Some(range)) => range.is_at_most(b, most),
        (_, Some(range)) => range.is_positive(b),
        (Test::IsOne(value), None) => is_related(b, value, 1, CmpPredicate::Equal),
        (Test::IsPositive(value), None) => is_related(b, value, 0, CmpPredicate::GreaterThan),
        (Test::IsAtMost(value, most), None) => LaunchRange::Same(value).is_at_most(b, most),
        (Test::Counts { bound, step, is_bound_positive }, None) => {
            let mut counts = is_related(b, step, 0, CmpPredicate::GreaterThan);
            if is_bound_positive {
                let is_positive = is_related(b, bound, 0, CmpPredicate::GreaterThan);
                counts = b.andi(counts, is_positive);
            }
            let (bound, step) = (wide(b, bound), wide(b, step));
            let last = b.addi(bound, step, Overflow::None);
            let most = b.const_i64(1 << 31);
            let fits = b.cmpi(last, most, CmpPredicate::LessThanOrEqual, Signedness::Signed);
            b.andi(counts, fits)
        }
    }
}

/// The instruction of the entry block that an instruction is in.
fn outermost(function: &Function, mut inst: Inst) -> Inst {
    while let Some(owner) = function.inst_block(inst).and_then(|block| function.block_owner(block))
    {
        inst = owner;
    }
    inst
}

/// Whether an integer has a relation to a number.
fn is_related(b: &mut Builder<'_>, value: Value, number: u64, predicate: CmpPredicate) -> Value {
    let value = scalar(b, value);
    let number = b.const_bits(b.value_type(value), number);
    b.cmpi(value, number, predicate, Signedness::Signed)
}
