//! A layout for every tile of a kernel.
//!
//! Some instructions care: memory accesses want neighbours in memory in neighbouring lanes and
//! registers, tensor cores want their fragments. These are *anchors*. Most do not care, as long as
//! operands and result agree. Four passes spread the wishes of the former over the latter:
//!
//! 1. *forward*: a value gets a *defining layout* from an anchor, or from an operand that has one.
//!    Loop-carried values take the layout of what an iteration yields, so that no iteration
//!    converts. Reductions hand on a slice, reshapes and permutations the layout they make of
//!    their source's. Repeated until nothing changes.
//! 2. *hints* go backward to loop-carried values that no anchor reached.
//! 3. *loads* that meet the sum of an MMA follow it (`follow`).
//! 4. *backward*: every use requires its operands in some layouts. A value with a defining layout is converted
//!    to the other layouts required, once, where it is defined. A value without one (a constant,
//!    `iota`, and cheap arithmetic on such) is computed in each layout required: index and mask
//!    arithmetic costs less than moving its result.
//!
//! Out comes, per value, the list of layouts that selection must provide, defining layout first.

mod backward;
mod follow;
mod forward;
pub mod rows;

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use ir::analysis::facts::FactMap;
use ir::{Function, Inst, InstData, Module, Type, TypeKind, Value};
use smallvec::{SmallVec, smallvec};

use crate::linear::blocked::{blocked, row_major_order};
use crate::linear::interned::{LayoutId, Layouts};
use crate::linear::layout::{Axis, LANE_BITS, LinearLayout, dim_shifts, shape_bits};
use crate::mma::assign::MmaPlans;
use crate::schedule::pipeline::Pipeline;

use crate::analysis::shifted::Shifted;
use crate::target::MAX_VECTOR_BYTES;

/// Layouts required of one value.
pub type RequiredLayouts = SmallVec<[LayoutId; 2]>;

/// The result: see the module header.
pub struct Assignment {
    pub layouts: Layouts,
    /// How each MMA is computed, in these layouts.
    pub mmas: MmaPlans,
    pub warp_bits: u32,
    def_layout: SecondaryMap<Value, PackedOption<LayoutId>>,
    required_layouts: SecondaryMap<Value, RequiredLayouts>,
    anchors: SecondaryMap<Inst, PackedOption<LayoutId>>,
}

impl Assignment {
    /// The layouts in which a value is needed; empty if it is not.
    pub fn required_layouts(&self, value: Value) -> &[LayoutId] {
        &self.required_layouts[value]
    }

    /// The layout that a value is computed in, if that is one only.
    pub fn def_layout(&self, value: Value) -> Option<LayoutId> {
        self.def_layout[value].expand()
    }

    /// The layout that an instruction without tile results works in.
    pub fn anchor(&self, inst: Inst) -> Option<LayoutId> {
        self.anchors[inst].expand()
    }
}

/// Chooses layouts for a kernel that runs in `1 << warp_bits` warps, some of its MMAs from a
/// pipeline.
pub fn assign(
    module: &Module,
    function: &Function,
    facts: &FactMap,
    mmas: MmaPlans,
    warp_bits: u32,
    pipeline: Option<&Pipeline>,
) -> Assignment {
    let assignment = Assignment {
        layouts: Layouts::default(),
        mmas,
        warp_bits,
        def_layout: SecondaryMap::new(),
        required_layouts: SecondaryMap::new(),
        anchors: SecondaryMap::new(),
    };
    let order = function.insts_in_order();
    let mut assigner = Assigner {
        module,
        function,
        facts,
        pipeline,
        out: assignment,
        hints: SecondaryMap::new(),
        shifted: Shifted::of(module, function, facts),
        changed: false,
    };
    assigner.spread(&order);
    assigner.hint(&order);
    assigner.settle(&order);
    assigner.follow_sums(&order);
    assigner.anchor_stores(&order);
    assigner.require_all(&order);
    assigner.out
}

struct Assigner<'a> {
    module: &'a Module,
    function: &'a Function,
    facts: &'a FactMap,
    pipeline: Option<&'a Pipeline>,
    out: Assignment,
    hints: SecondaryMap<Value, PackedOption<LayoutId>>,
    shifted: Shifted,
    changed: bool,
}

impl Assigner<'_> {
    fn ty(&self, value: Value) -> Type {
        self.function.value_type(value)
    }

    fn dims(&self, value: Value) -> &[u32] {
        self.module.types.dims(self.ty(value))
    }

    fn is_tile(&self, value: Value) -> bool {
        self.module.types.as_tile(self.ty(value)).is_some()
    }

    fn bits(&self, value: Value) -> u32 {
        self.module.types.elem(self.ty(value)).map_or(0, |elem| elem.bits())
    }

    fn intern(&mut self, layout: LinearLayout) -> LayoutId {
        self.out.layouts.intern(layout)
    }

    /// The defining layout of a value. All threads hold what has only one element.
    fn def_layout(&mut self, value: Value) -> Option<LayoutId> {
        if let Some(def_layout) = self.out.def_layout[value].expand() {
            return Some(def_layout);
        }
        if !self.is_tile(value) || self.dims(value).iter().any(|&extent| extent != 1) {
            return None;
        }
        let layout = LinearLayout::replicated(self.dims(value), self.out.warp_bits);
        let id = self.intern(layout);
        self.set_def_layout(value, id);
        Some(id)
    }

    fn set_def_layout(&mut self, value: Value, layout: LayoutId) {
        if self.out.def_layout[value].is_none() {
            self.out.def_layout[value] = layout.into();
            self.changed = true;
        }
    }

    fn set_def_layout_to(&mut self, value: Value, layout: LinearLayout) {
        let id = self.intern(layout);
        self.set_def_layout(value, id);
    }

    /// A layout for a tile whose users require none.
    fn default_layout(&mut self, value: Value) -> LayoutId {
        let dims: SmallVec<[u32; 4]> = self.dims(value).into();
        let layout = self.memory_layout(&dims, self.bits(value).max(8), &[], u64::MAX);
        self.intern(layout)
    }

    /// The layout in which an access to a tile is coalesced, where `contiguity` says how many
    /// elements are neighbours in memory along each dimension, and `most` how many of them an access
    /// can take at once.
    fn memory_layout(
        &self,
        dims: &[u32],
        bits: u32,
        contiguity: &[u64],
        most: u64,
    ) -> LinearLayout {
        let run = |dim: usize| contiguity.get(dim).copied().unwrap_or(1);
        let mut order = row_major_order(dims.len());
        // Stable: among equals the last dimension stays the fastest. A dimension of extent 1 has
        // no neighbours to offer.
        order.sort_by_key(|&dim| (dims[dim] == 1, std::cmp::Reverse(run(dim))));
        let per_thread = (1u32 << shape_bits(dims)) >> (LANE_BITS + self.out.warp_bits).min(31);
        let widest = (MAX_VECTOR_BYTES * 8 / bits).max(1);
        let longest = order.first().map_or(1, |&dim| {
            let run = if contiguity.is_empty() { u64::from(dims[dim]) } else { run(dim) };
            run.min(u64::from(dims[dim])).min(most) as u32
        });
        let vector = widest.min(longest).min(per_thread.max(1));
        blocked(dims, vector, &order, self.out.warp_bits)
    }

    /// Contiguity of a tile of pointers along each dimension.
    fn pointer_runs(&self, pointers: Value) -> SmallVec<[u64; 4]> {
        (0..self.dims(pointers).len())
            .map(|dim| u64::from(self.facts.get(pointers).axis(dim).contiguity))
            .collect()
    }

    fn pointer_layout(&mut self, pointers: Value, element: Value) -> LayoutId {
        let dims: SmallVec<[u32; 4]> = self.dims(pointers).into();
        let bits = self.bits(element).max(8);
        let runs = self.pointer_runs(pointers);
        let layout = self.memory_layout(&dims, bits, &runs, self.shifted.run(&dims));
        self.intern(layout)
    }

    fn view_layout(&mut self, view: Value, element: Value) -> LayoutId {
        let dims: SmallVec<[u32; 4]> = self.dims(element).into();
        let bits = self.bits(element).max(8);
        let runs = view_runs(self.module, self.ty(view), &dims);
        let layout = self.memory_layout(&dims, bits, &runs, u64::MAX);
        self.intern(layout)
    }
}

/// The layout that an operand of shape `shape` has to have when the result has layout `at`, for
/// instructions where it follows from those alone.
pub fn operand_layout(data: &InstData, at: &LinearLayout, shape: &[u32]) -> Option<LinearLayout> {
    if shape.iter().all(|&extent| extent == 1) {
        return Some(LinearLayout::replicated(shape, at.warp_bits()));
    }
    match data {
        InstData::Broadcast { .. } => {
            let dims: SmallVec<[usize; 4]> =
                (0..shape.len()).filter(|&dim| shape[dim] != at.shape()[dim]).collect();
            Some(at.collapse(&dims))
        }
        InstData::Reshape { .. } => Some(at.reshape(shape)),
        InstData::Permute { permutation, .. } => {
            let mut inverse: SmallVec<[usize; 4]> = SmallVec::from_elem(0, permutation.len());
            for (i, &dim) in permutation.iter().enumerate() {
                inverse[dim as usize] = i;
            }
            Some(at.permute(&inverse))
        }
        InstData::Cat { dim, .. } => at.halve(*dim as usize).map(|(half, _)| half),
        // Of elements smaller than a byte there are more than bytes.
        InstData::Pack { .. } | InstData::Unpack { .. } if shape[0] > at.shape()[0] => {
            Some(bytes_of(at, shape[0] / at.shape()[0]))
        }
        InstData::Pack { .. } | InstData::Unpack { .. } => {
            elements_of_bytes(at, at.shape()[0] / shape[0])
        }
        _ => (at.shape() == shape).then(|| at.clone()),
    }
}

/// The layout in which a tile that runs along dimension `dim` of another has to be held, so that
/// each thread has what goes with its elements.
pub fn along_dim(at: &LinearLayout, dim: usize) -> LinearLayout {
    if at.shape()[dim] == 1 {
        return LinearLayout::replicated(&[1], at.warp_bits());
    }
    let others: SmallVec<[usize; 4]> = (0..at.rank()).filter(|&other| other != dim).collect();
    at.collapse(&others).reshape(&at.shape()[dim..=dim])
}

/// How many elements of a view's tile are neighbours in memory along each tile dimension.
pub fn view_runs(module: &Module, view: Type, tile: &[u32]) -> SmallVec<[u64; 4]> {
    let identity: SmallVec<[u32; 4]> = (0..tile.len() as u32).collect();
    let (tensor, dim_map, sparse) = match module.types.kind(view) {
        TypeKind::PartitionView(view) => (view.tensor, &view.dim_map, None),
        TypeKind::StridedView(view) => (view.tensor, &view.dim_map, None),
        TypeKind::GatherScatterView(view) => (view.tensor, &identity, Some(view.sparse_dim)),
        TypeKind::Token | TypeKind::Tile(_) | TypeKind::TensorView(_) => return smallvec![],
    };
    let Some(tensor) = module.types.as_tensor_view(tensor) else { return smallvec![] };
    let run = |dim: usize| match tensor.strides.get(dim_map[dim] as usize) {
        Some(Some(1)) if sparse != Some(dim as u32) => u64::from(tile[dim]),
        _ => 1,
    };
    (0..tile.len()).map(run).collect()
}

/// The dimension along which neighbouring registers, or else lanes, of a layout run.
fn fastest_dim(layout: &LinearLayout) -> Option<usize> {
    let first =
        layout.bases(Axis::Register).iter().chain(layout.bases(Axis::Lane)).find(|&&b| b != 0)?;
    let bit = first.trailing_zeros();
    let shifts = dim_shifts(layout.shape());
    (0..layout.rank())
        .find(|&dim| bit >= shifts[dim] && bit < shifts[dim] + layout.shape()[dim].trailing_zeros())
}

/// The layout of a sub-tile whose position only registers decide, and those register bits from
/// low to high; `None` if lanes or warps would have to move.
pub fn extracted(
    source: &LinearLayout,
    shape: &[u32],
) -> Option<(LinearLayout, SmallVec<[u32; 8]>)> {
    let mut layout = source.clone();
    let mut bits: SmallVec<[u32; 8]> = smallvec![];
    for (dim, &extent) in shape.iter().enumerate() {
        while layout.shape()[dim] > extent {
            let (half, bit) = layout.halve(dim)?;
            // Bits taken before shift the numbers of those above them.
            let original = (0..source.bases(Axis::Register).len() as u32)
                .filter(|candidate| !bits.contains(candidate))
                .nth(bit as usize)?;
            bits.push(original);
            layout = half;
        }
    }
    Some((layout, bits))
}

/// The layout of the bytes of a rank-1 tile of elements of `bytes` bytes: an element's bytes are
/// in the lowest registers. It is that of elements, too, of which each byte has `bytes`.
pub fn bytes_of(elements: &LinearLayout, bytes: u32) -> LinearLayout {
    let shift = bytes.trailing_zeros();
    let shape = [elements.shape()[0] * bytes];
    let scaled = |axis: Axis| {
        elements.bases(axis).iter().map(|b| b << shift).collect::<SmallVec<[u32; 8]>>()
    };
    let mut register: SmallVec<[u32; 8]> = (0..shift).map(|bit| 1 << bit).collect();
    register.extend(scaled(Axis::Register));
    LinearLayout::new(&shape, &register, &scaled(Axis::Lane), &scaled(Axis::Warp))
}

/// The inverse of [`bytes_of`], where the bytes of each element are in the lowest registers.
fn elements_of_bytes(layout: &LinearLayout, bytes: u32) -> Option<LinearLayout> {
    let shift = bytes.trailing_zeros();
    let low = (0..shift).all(|bit| layout.owner(bit) == Some((Axis::Register, bit)));
    if !low {
        return None;
    }
    let shape = [layout.shape()[0] / bytes];
    let scaled =
        |axis: Axis| layout.bases(axis).iter().map(|b| b >> shift).collect::<SmallVec<[u32; 8]>>();
    let register = &scaled(Axis::Register)[shift as usize..];
    Some(LinearLayout::new(&shape, register, &scaled(Axis::Lane), &scaled(Axis::Warp)))
}
