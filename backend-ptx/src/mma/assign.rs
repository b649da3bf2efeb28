//! One plan for each MMA of a kernel: the instruction, and the layouts of its operands and accumulator.
//!
//! In: a function, the target, the number of warps, and the MMAs that a pipeline feeds. Out: [`MmaPlans`], which
//! layout assignment, selection and remarks read. None of them decides anything about an MMA again.

use ir::{Function, Inst, InstData, Module};
use rustc_hash::FxHashMap;

use crate::linear::blocked::{blocked, row_major_order};
use crate::linear::layout::LinearLayout;
use crate::mma::async_mma::{AsyncMma, MmaOperand, StoredOperand};
use crate::mma::block_scale::{ScaledMma, scale_layout};
use crate::mma::chain::Chained;
use crate::mma::fragment::{Fragment, MmaMatrix, WarpGrid, mma_operand};
use crate::mma::instruction::fragment;
use crate::mma::smem_fragment::row_order;
use crate::mma::smem_operand::Major;
use crate::target::{LANES, MAX_VECTOR_BYTES, REGISTER_BITS, Target, WARPGROUP};

/// The MMAs of a kernel that a pipeline feeds.
#[derive(Clone, Default, Debug)]
pub struct AsyncMmas {
    pub mmas: FxHashMap<Inst, AsyncMma>,
    /// Warpgroups that share an MMA.
    pub warpgroups: u32,
    /// Whether they accumulate in tensor memory (`tcgen05`), not in registers (`wgmma`).
    pub in_tensor_memory: bool,
}

impl AsyncMmas {
    /// Bytes of an operand buffer: those of the MMA whose operands take most.
    pub fn operand_bytes(&self) -> u32 {
        self.mmas.values().map(AsyncMma::stored_bytes).max().unwrap_or_default()
    }
}

/// The plan of each MMA of a kernel.
#[derive(Default)]
pub struct MmaPlans {
    plans: FxHashMap<Inst, MmaPlan>,
}

impl MmaPlans {
    /// The plan of an MMA; `None` if no engine takes its types.
    pub fn get(&self, inst: Inst) -> Option<&MmaPlan> {
        self.plans.get(&inst)
    }
}

/// Plans every MMA of a function that runs in `1 << warp_bits` warps.
pub fn assign(
    module: &Module,
    function: &Function,
    target: &Target,
    warp_bits: u32,
    pipelined: Option<&AsyncMmas>,
) -> MmaPlans {
    let chained = Chained::of(function);
    let plan = |inst| plan((module, function), inst, &chained, target, warp_bits, pipelined);
    let insts = function.insts_in_order().into_iter();
    MmaPlans { plans: insts.filter_map(|inst| Some((inst, plan(inst)?))).collect() }
}

/// How an MMA is computed, and the layouts of its operands; of an operand that is not in registers
/// it says nothing.
#[derive(Clone, Debug)]
pub struct MmaPlan {
    pub engine: MmaEngine,
    pub a: LinearLayout,
    pub b: LinearLayout,
    pub c: LinearLayout,
    /// Of `wgmma`: A and the accumulator in the order of instructions.
    pub fragments: Option<WarpgroupLayouts>,
    /// The layouts, of the left and the right operand, from which threads write them to the operand buffer, where their
    /// values have no layout of their own.
    pub stored: [Option<LinearLayout>; 2],
    /// The layouts in which the instruction reads the scales of A and B, if it is one that multiplies with scales.
    pub scales: Option<(LinearLayout, LinearLayout)>,
}

impl MmaPlan {
    /// The layouts of the operands, as far as they are wanted in registers.
    pub fn operands(&self) -> (Option<LinearLayout>, Option<LinearLayout>) {
        match self.engine {
            MmaEngine::Wgmma(mma) | MmaEngine::Tcgen05(mma) => {
                let computed = |layout: &LinearLayout, is_left: bool| {
                    let is_it = mma.a == MmaOperand::Registers && mma.swapped != is_left;
                    is_it.then(|| layout.clone())
                };
                (computed(&self.a, true), computed(&self.b, false))
            }
            MmaEngine::Sync(_) | MmaEngine::SyncScaled(_) | MmaEngine::Fma => {
                (Some(self.a.clone()), Some(self.b.clone()))
            }
        }
    }

    /// The layouts in which the scales of A and B, of these extents, are wanted: those in which the instruction reads
    /// them, and those in which each thread has them beside its elements.
    pub fn scale_layouts(&self, a: &[u32], b: &[u32]) -> (Vec<LinearLayout>, Vec<LinearLayout>) {
        let (mut of_a, mut of_b) = (Vec::new(), Vec::new());
        if let Some((a, b)) = &self.scales {
            of_a.push(a.clone());
            of_b.push(b.clone());
        }
        if self.engine.multiplies_with_own_scales() {
            of_a.push(scale_layout(&self.a, a));
            of_b.push(scale_layout(&self.b, b));
        }
        (of_a, of_b)
    }
}

/// The means of an MMA.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MmaEngine {
    /// `mma.sync` on fragments in registers.
    Sync(Fragment),
    /// The same with a scale for each block along K.
    SyncScaled(ScaledMma),
    /// `wgmma` on operands in shared memory, the left one perhaps in registers.
    Wgmma(AsyncMma),
    /// `tcgen05` on operands in shared memory, with the accumulator in tensor memory and the left
    /// operand perhaps, too.
    Tcgen05(AsyncMma),
    /// Scalar multiply-adds on operands in shared memory.
    Fma,
}

impl MmaEngine {
    /// Whether threads use the scales beside their elements, were it for the signs alone.
    pub fn multiplies_with_own_scales(self) -> bool {
        match self {
            MmaEngine::SyncScaled(mma) => mma.has_signs(),
            MmaEngine::Tcgen05(_) => false,
            MmaEngine::Sync(_) | MmaEngine::Wgmma(_) | MmaEngine::Fma => true,
        }
    }
}

/// The plan of an MMA; `None` if no engine takes its types.
fn plan(
    (module, function): (&Module, &Function),
    inst: Inst,
    chained: &Chained,
    target: &Target,
    warp_bits: u32,
    pipelined: Option<&AsyncMmas>,
) -> Option<MmaPlan> {
    let data = function.data(inst);
    let (InstData::MmaF { lhs, rhs, acc, .. }
    | InstData::MmaI { lhs, rhs, acc, .. }
    | InstData::MmaFScaled { lhs, rhs, acc, .. }) = data
    else {
        return None;
    };
    let dims = |value| module.types.dims(function.value_type(value));
    let scalar = |value| module.types.elem_scalar(function.value_type(value));
    if let Some((pipelined, mma)) = pipelined.and_then(|all| Some((all, *all.mmas.get(&inst)?))) {
        let (bits, warpgroups) = (scalar(*lhs)?.bits(), pipelined.warpgroups);
        let sum_bits = scalar(*acc)?.bits();
        return Some(match pipelined.in_tensor_memory {
            true => tensor_memory_plan(mma, bits, warpgroups),
            false => MmaPlan {
                stored: [
                    stored_layout(&mma, true, dims(*lhs), warp_bits),
                    stored_layout(&mma, false, dims(*rhs), warp_bits),
                ],
                ..warpgroup_plan(mma, WarpgroupLayouts::of(&mma, bits, warpgroups), sum_bits)
            },
        });
    }
    let (a, c) = (dims(*lhs), dims(*acc));
    let (batches_a, batches_b, batches_c) = match (a.len(), dims(*rhs), c) {
        (2, _, _) => (1, 1, 1),
        (_, b, c) => (a[0], b[0], c[0]),
    };
    let rank = a.len();
    let (m, n, k) = (c[rank - 2], c[rank - 1], a[rank - 1]);
    let (fragment, scaled) = match data {
        InstData::MmaFScaled { lhs_scale, .. } => {
            let block = k / dims(*lhs_scale)[rank - 1];
            let mma = ScaledMma::of(scalar(*lhs)?, scalar(*lhs_scale)?, block, target);
            (mma.map(ScaledMma::fragment), mma)
        }
        _ => (fragment(scalar(*lhs)?, scalar(*acc)?, target), None),
    };
    let shape = if chained.contains(inst) { WarpGridShape::Rows } else { WarpGridShape::Square };
    let grid = fragment.and_then(|fragment| {
        Some((fragment, warp_grid(fragment, (m, n, k), 1 << warp_bits, shape)?))
    });
    let whole = |layout: LinearLayout, batches: u32| -> LinearLayout {
        if rank == 2 {
            return layout;
        }
        let shape = [1, layout.shape()[0], layout.shape()[1]];
        layout.reshape(&shape).repeat_registers(0, batches)
    };
    if let Some((fragment, warps)) = grid {
        let spare = (1 << warp_bits) / (warps.m * warps.n);
        let operand = |operand: MmaMatrix, batches: u32| -> Option<LinearLayout> {
            let layout = mma_operand(fragment, operand, (m, n, k), warps)?;
            Some(whole(layout.replicate_warps(spare), batches))
        };
        let scales = match (scaled, data) {
            (Some(mma), InstData::MmaFScaled { lhs_scale, rhs_scale, .. }) => {
                let (a, b) = mma.layouts((m, n, k), warps);
                let batches = |value| if rank == 2 { 1 } else { dims(value)[0] };
                Some((
                    whole(a.replicate_warps(spare), batches(*lhs_scale)),
                    whole(b.replicate_warps(spare), batches(*rhs_scale)),
                ))
            }
            _ => None,
        };
        return Some(MmaPlan {
            engine: scaled.map_or(MmaEngine::Sync(fragment), MmaEngine::SyncScaled),
            a: operand(MmaMatrix::A, batches_a)?,
            b: operand(MmaMatrix::B, batches_b)?,
            c: operand(MmaMatrix::C, batches_c)?,
            fragments: None,
            stored: [None, None],
            scales,
        });
    }
    let spread = |rows: u32, columns: u32, bytes: u32, batches: u32| {
        let threads = 32 << warp_bits;
        let vector = (16 / bytes).min(columns).min((rows * columns / threads).max(1));
        whole(blocked(&[rows, columns], vector, &row_major_order(2), warp_bits), batches)
    };
    let (from, to) = (scalar(*lhs)?.bytes(), scalar(*acc)?.bytes());
    Some(MmaPlan {
        engine: MmaEngine::Fma,
        a: spread(m, k, from, batches_a),
        b: spread(k, n, from, batches_b),
        c: spread(m, n, to, batches_c),
        fragments: None,
        stored: [None, None],
        scales: None,
    })
}

/// The fragments of `wgmma` (PTX ISA, "Register fragments for wgmma.mma_async"): those of
/// `mma.sync` in the four warps of a warpgroup, sixteen rows each. A warpgroup has all columns of
/// the rows that it computes, 64 at a time.
///
/// Registers are in the order of instructions, and rows and columns those of the MMA that is
/// computed, which may be the transposed one. Where threads fetch the A operand, rows are in the
/// order that suits that.
#[derive(Clone, Debug)]
pub struct WarpgroupLayouts {
    pub a: LinearLayout,
    pub c: LinearLayout,
}

impl WarpgroupLayouts {
    fn of(mma: &AsyncMma, bits: u32, warpgroups: u32) -> WarpgroupLayouts {
        let fragment = Fragment::M16N8 { bits };
        let rows = |layout: LinearLayout| {
            let blocks = mma.blocks_each(warpgroups);
            let layout = layout.repeat_warps(0, 4).repeat_registers(0, blocks);
            layout.repeat_warps(0, warpgroups)
        };
        let (_, fn_, fk) = fragment.shape();
        let a = rows(fragment.operand(MmaMatrix::A).repeat_registers(1, mma.k / fk));
        let c = rows(fragment.operand(MmaMatrix::C).repeat_registers(1, mma.n / fn_));
        let MmaOperand::SmemToRegisters(_, staged) = mma.a else {
            return WarpgroupLayouts { a, c };
        };
        let order = row_order(&a, &staged.places(), bits / 8);
        WarpgroupLayouts { a: a.reorder(0, &order), c: c.reorder(0, &order) }
    }
}

/// The A operand of the transposed MMA is, transposed, the right one of the program. So is its
/// result, and what is stored or computed next goes by rows of that: neighbours in a row are in
/// neighbouring registers. Sums of 16 bits keep the order of the instruction, which has pairs of them in words.
fn warpgroup_plan(mma: AsyncMma, layouts: WarpgroupLayouts, sum_bits: u32) -> MmaPlan {
    let WarpgroupLayouts { a, c } = &layouts;
    let whole = |layout: LinearLayout| {
        let mut shape = vec![1; mma.rank - 2];
        shape.extend_from_slice(layout.shape());
        layout.reshape(&shape)
    };
    let computed = match mma.swapped {
        true => a.permute(&[1, 0]),
        false => a.clone(),
    };
    let c = match mma.swapped {
        true if sum_bits < REGISTER_BITS => c.permute(&[1, 0]),
        true => c.permute(&[1, 0]).sort_registers(),
        false => c.clone(),
    };
    let operand = whole(computed);
    MmaPlan {
        engine: MmaEngine::Wgmma(mma),
        a: operand.clone(),
        b: operand,
        c: whole(c),
        fragments: Some(layouts),
        stored: [None, None],
        scales: None,
    }
}

/// The layout in which threads write an operand to the operand buffer: neighbours along the axis that is contiguous
/// there are in neighbouring registers, then lanes. None of an operand that they do not write.
fn stored_layout(
    mma: &AsyncMma,
    is_left: bool,
    shape: &[u32],
    warp_bits: u32,
) -> Option<LinearLayout> {
    let operand = if is_left == mma.swapped { mma.b } else { mma.a };
    let StoredOperand { staged, major, .. } = operand.stored()?;
    // K is the last dimension of the left operand.
    let is_last = (major == Major::K) == is_left;
    let mut order = row_major_order(shape.len());
    if !is_last {
        order.swap(0, 1);
    }
    let vector = MAX_VECTOR_BYTES / staged.elem.bytes();
    Some(blocked(shape, vector, &order, warp_bits))
}

/// The accumulator of `tcgen05` as warps move it from and to tensor memory, sixteen lanes at a time
/// in fragments of `mma.sync`, and the A operand where it is computed: a warp reaches a quarter of
/// the lanes, which has a quarter of an instruction's rows. Two warpgroups share the blocks of rows,
/// or of one block the columns.
fn tensor_memory_plan(mma: AsyncMma, bits: u32, warpgroups: u32) -> MmaPlan {
    let fragment = Fragment::M16N8 { bits };
    let (fm, fn_, fk) = fragment.shape();
    let (rows, blocks) = (mma.instruction_rows(), mma.blocks());
    let (shared_dim, columns_by) = if blocks == 1 { (1, warpgroups) } else { (0, 1) };
    let spread = |operand: MmaMatrix, repeats: u32| {
        let block = fragment.operand(operand).repeat_registers(1, (repeats / columns_by).max(1));
        let whole = block
            .repeat_registers(0, rows / 4 / fm)
            .repeat_warps(0, 4)
            .repeat_registers(0, blocks * columns_by / warpgroups)
            .repeat_warps(shared_dim, warpgroups);
        let mut shape = vec![1; mma.rank - 2];
        shape.extend_from_slice(whole.shape());
        whole.reshape(&shape)
    };
    let c = spread(MmaMatrix::C, mma.n / fn_);
    let a = spread(MmaMatrix::A, mma.k / fk);
    let scales = mma.scales.map(|scales| {
        let operand = |operand: MmaMatrix, rows: (u32, u32)| {
            let warps = WARPGROUP / LANES * warpgroups;
            let layout = ScaledMma::tensor_layout(operand, rows, scales.count, warps);
            let mut shape = vec![1; mma.rank - 2];
            shape.extend_from_slice(layout.shape());
            layout.reshape(&shape)
        };
        (
            operand(MmaMatrix::A, (mma.m, mma.instruction_rows())),
            operand(MmaMatrix::B, (mma.n, mma.n)),
        )
    });
    let engine = MmaEngine::Tcgen05(mma);
    MmaPlan { engine, a, b: c.clone(), c, fragments: None, stored: [None, None], scales }
}

/// What each warp has of C.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WarpGridShape {
    /// A block as square as possible: the fewest elements of A and B together.
    Square,
    /// Whole rows, if there are enough of them.
    Rows,
}

/// Splits C over warps; `None` if not even one warp finds a whole instruction's tile.
fn warp_grid(
    fragment: Fragment,
    (m, n, k): (u32, u32, u32),
    warps: u32,
    shape: WarpGridShape,
) -> Option<WarpGrid> {
    let (fm, fn_, fk) = fragment.shape();
    if m < fm || n < fn_ || k < fk {
        return None;
    }
    let mut grid = WarpGrid { m: 1, n: 1 };
    while grid.m * grid.n < warps {
        let (rows, columns) = (m / grid.m, n / grid.n);
        let (can_m, can_n) = (rows >= 2 * fm, columns >= 2 * fn_);
        match (can_m, can_n) {
            (true, true) if rows >= columns || shape == WarpGridShape::Rows => grid.m *= 2,
            (_, true) => grid.n *= 2,
            (true, false) => grid.m *= 2,
            (false, false) => break,
        }
    }
    Some(grid)
}
