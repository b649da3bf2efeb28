//! MMAs: which instruction, and the fragments that it wants.

mod fetch;
mod fma;
pub mod scale;
mod sync;
pub mod tcgen05;
mod wgmma;

use ir::{Function, Inst, InstData, Module, Scalar, Value};

use self::scale::Scales;
use crate::linear::blocked::{blocked, row_major_order};
use crate::linear::layout::LinearLayout;
use crate::mma::chain::is_chained;
use crate::mma::fragment::{Fragment, MmaMatrix, WarpGrid, mma_operand};
use crate::mma::smem_fragment::row_order;
use crate::pipeline;
use crate::pipeline::{MmaOperand, Pipeline};
use crate::select::{Cx, Select, Unsupported};
use crate::target::{Feature, Target};

/// How an MMA is computed, and the layouts of its operands; of an operand that is not in registers
/// it says nothing.
pub struct MmaPlan {
    pub path: MmaEngine,
    pub a: LinearLayout,
    pub b: LinearLayout,
    pub c: LinearLayout,
}

impl MmaPlan {
    /// The layouts of the operands, as far as they are wanted in registers.
    pub fn operands(&self) -> (Option<LinearLayout>, Option<LinearLayout>) {
        match self.path {
            MmaEngine::Wgmma(mma) | MmaEngine::Tcgen05(mma) => {
                let computed = |layout: &LinearLayout, is_left: bool| {
                    let is_it = mma.a == MmaOperand::Registers && mma.swapped != is_left;
                    is_it.then(|| layout.clone())
                };
                (computed(&self.a, true), computed(&self.b, false))
            }
            MmaEngine::Sync(_) | MmaEngine::Fma => (Some(self.a.clone()), Some(self.b.clone())),
        }
    }
}

/// The means of an MMA.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MmaEngine {
    /// `mma.sync` on fragments in registers.
    Sync(Fragment),
    /// `wgmma` on operands in shared memory, the left one perhaps in registers.
    Wgmma(pipeline::AsyncMma),
    /// `tcgen05` on operands in shared memory, with the accumulator in tensor memory and the left
    /// operand perhaps, too.
    Tcgen05(pipeline::AsyncMma),
    /// Scalar multiply-adds on operands in shared memory.
    Fma,
}

/// An MMA about to be computed.
pub struct RegisterMma<'a> {
    pub data: &'a InstData,
    pub plan: MmaPlan,
    /// Element formats of the operands and of the accumulator.
    pub from: (Scalar, Scalar),
    pub to: Scalar,
    /// The scales of the operands' blocks.
    pub scales: Option<(Scales, Scales)>,
    /// Registers of A, B and C in the plan's layouts.
    pub a: Vec<crate::ptx::regs::Val>,
    pub b: Vec<crate::ptx::regs::Val>,
    pub c: Vec<crate::ptx::regs::Val>,
    /// Number of matrices in A, B and C.
    pub batches: (u32, u32, u32),
}

impl Cx<'_> {
    pub fn mma(&mut self, inst: Inst) -> Select<()> {
        let data = self.function.data(inst);
        let result = self.function.results(inst)[0];
        if self.plan.required_layouts(result).is_empty() {
            return Ok(());
        }
        let operands = data.operands();
        let types: Vec<String> = operands.iter().map(|&v| self.elem(v).to_string()).collect();
        let unsupported =
            || Unsupported::op(format!("{} of {}", data.opcode().mnemonic(), types.join(", ")));
        let warp_bits = self.plan.warp_bits;
        let plan = plan(self.module, self.function, inst, self.target, warp_bits, self.pipeline);
        let (Some(plan), Some(def_layout)) = (plan, self.plan.def_layout(result)) else {
            return Err(unsupported());
        };
        let (ir::Elem::Scalar(from), ir::Elem::Scalar(to)) =
            (self.elem(operands[0]), self.elem(operands[2]))
        else {
            return Err(unsupported());
        };
        if let MmaEngine::Wgmma(mma) = plan.path {
            return self.wgmma(inst, &mma, &plan, def_layout);
        }
        if let MmaEngine::Tcgen05(mma) = plan.path {
            return self.tcgen05(inst, &mma, &plan, def_layout);
        }
        let (la, lb) =
            (self.plan.layouts.intern(plan.a.clone()), self.plan.layouts.intern(plan.b.clone()));
        let (a, b) = (self.at(operands[0], la)?.to_vec(), self.at(operands[1], lb)?.to_vec());
        let ir::Elem::Scalar(right) = self.elem(operands[1]) else { return Err(unsupported()) };
        let scales = match data {
            InstData::MmaFScaled { lhs_scale, rhs_scale, .. } => {
                Some((self.scales(&plan.a, *lhs_scale)?, self.scales(&plan.b, *rhs_scale)?))
            }
            _ => None,
        };
        let c = self.at(operands[2], def_layout)?.to_vec();
        let count = |value: Value| match self.dims(value) {
            [batches, _, _] => *batches,
            _ => 1,
        };
        let batches = (count(operands[0]), count(operands[1]), count(operands[2]));
        let from = (from, right);
        let mma = RegisterMma { data, plan, from, to, scales, a, b, c, batches };
        let tile = match mma.plan.path {
            MmaEngine::Sync(fragment) => self.mma_sync(&mma, fragment)?,
            MmaEngine::Fma | MmaEngine::Wgmma(_) | MmaEngine::Tcgen05(_) => self.mma_fma(&mma)?,
        };
        self.set_def_layout(result, def_layout, tile)
    }
}

/// The plan of an MMA; `None` if no path takes its types.
pub fn plan(
    module: &Module,
    function: &Function,
    inst: Inst,
    target: &Target,
    warp_bits: u32,
    pipeline: Option<&Pipeline>,
) -> Option<MmaPlan> {
    let data = function.data(inst);
    let (InstData::MmaF { lhs, rhs, acc, .. }
    | InstData::MmaI { lhs, rhs, acc, .. }
    | InstData::MmaFScaled { lhs, rhs, acc, .. }) = data
    else {
        return None;
    };
    let is_scaled = matches!(data, InstData::MmaFScaled { .. });
    let dims = |value| module.types.dims(function.value_type(value));
    let scalar = |value| module.types.elem_scalar(function.value_type(value));
    if let Some((pipeline, mma)) = pipeline.and_then(|p| Some((p, *p.mma(inst)?))) {
        let bits = scalar(*lhs)?.bits();
        return Some(match pipeline.tensor_memory {
            Some(_) => tensor_memory_plan(mma, bits, pipeline.warpgroups),
            None => warpgroup_plan(mma, &WarpgroupLayouts::of(&mma, bits, pipeline)),
        });
    }
    let (a, c) = (dims(*lhs), dims(*acc));
    let (batches_a, batches_b, batches_c) = match (a.len(), dims(*rhs), c) {
        (2, _, _) => (1, 1, 1),
        (_, b, c) => (a[0], b[0], c[0]),
    };
    let rank = a.len();
    let (m, n, k) = (c[rank - 2], c[rank - 1], a[rank - 1]);
    let fragment = fragment(scalar(*lhs)?, scalar(*acc)?, target).filter(|_| !is_scaled);
    let shape =
        if is_chained(function, inst) { WarpGridShape::Rows } else { WarpGridShape::Square };
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
        return Some(MmaPlan {
            path: MmaEngine::Sync(fragment),
            a: operand(MmaMatrix::A, batches_a)?,
            b: operand(MmaMatrix::B, batches_b)?,
            c: operand(MmaMatrix::C, batches_c)?,
        });
    }
    let spread = |rows: u32, columns: u32, bytes: u32, batches: u32| {
        let threads = 32 << warp_bits;
        let vector = (16 / bytes).min(columns).min((rows * columns / threads).max(1));
        whole(blocked(&[rows, columns], vector, &row_major_order(2), warp_bits), batches)
    };
    let (from, to) = (scalar(*lhs)?.bytes(), scalar(*acc)?.bytes());
    Some(MmaPlan {
        path: MmaEngine::Fma,
        a: spread(m, k, from, batches_a),
        b: spread(k, n, from, batches_b),
        c: spread(m, n, to, batches_c),
    })
}

/// The fragments of `wgmma` (PTX ISA, "Register fragments for wgmma.mma_async"): those of
/// `mma.sync` in the four warps of a warpgroup, sixteen rows each. A warpgroup has all columns of
/// the rows that it computes, 64 at a time.
///
/// Registers are in the order of instructions, and rows and columns those of the MMA that is
/// computed, which may be the transposed one. Where threads fetch the A operand, rows are in the
/// order that suits that.
struct WarpgroupLayouts {
    a: LinearLayout,
    c: LinearLayout,
}

impl WarpgroupLayouts {
    fn of(mma: &pipeline::AsyncMma, bits: u32, pipeline: &Pipeline) -> WarpgroupLayouts {
        let fragment = Fragment::M16N8 { bits };
        let rows = |layout: LinearLayout| {
            let blocks = mma.blocks_each(pipeline.warpgroups);
            let layout = layout.repeat_warps(0, 4).repeat_registers(0, blocks);
            layout.repeat_warps(0, pipeline.warpgroups)
        };
        let (_, fn_, fk) = fragment.shape();
        let a = rows(fragment.operand(MmaMatrix::A).repeat_registers(1, mma.k / fk));
        let c = rows(fragment.operand(MmaMatrix::C).repeat_registers(1, mma.n / fn_));
        let MmaOperand::SmemToRegisters(async_load) = mma.a else {
            return WarpgroupLayouts { a, c };
        };
        let order = row_order(&a, &pipeline.async_loads[async_load].staged.places(), bits / 8);
        WarpgroupLayouts { a: a.reorder(0, &order), c: c.reorder(0, &order) }
    }
}

/// The A operand of the transposed MMA is, transposed, the right one of the program. So is its
/// result, and what is stored or computed next goes by rows of that: neighbours in a row are in
/// neighbouring registers.
fn warpgroup_plan(mma: pipeline::AsyncMma, layouts: &WarpgroupLayouts) -> MmaPlan {
    let WarpgroupLayouts { a, c } = layouts;
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
        true => c.permute(&[1, 0]).sort_registers(),
        false => c.clone(),
    };
    let operand = whole(computed);
    MmaPlan { path: MmaEngine::Wgmma(mma), a: operand.clone(), b: operand, c: whole(c) }
}

/// The accumulator of `tcgen05` as warps move it from and to tensor memory, sixteen lanes at a time
/// in fragments of `mma.sync`, and the A operand where it is computed: a warp reaches a quarter of
/// the lanes, which has a quarter of an instruction's rows. Two warpgroups share the blocks of rows,
/// or of one block the columns.
fn tensor_memory_plan(mma: pipeline::AsyncMma, bits: u32, warpgroups: u32) -> MmaPlan {
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
    MmaPlan { path: MmaEngine::Tcgen05(mma), a, b: c.clone(), c }
}

/// The `mma.sync` fragment for element types, if the target has one.
pub fn fragment(from: Scalar, to: Scalar, target: &Target) -> Option<Fragment> {
    if !target.has(Feature::Ampere) {
        return None;
    }
    match (from, to) {
        (Scalar::F16, Scalar::F16 | Scalar::F32) | (Scalar::BF16, Scalar::F32) => {
            Some(Fragment::M16N8 { bits: 16 })
        }
        (Scalar::TF32, Scalar::F32) => Some(Fragment::M16N8 { bits: 32 }),
        (Scalar::I8, Scalar::I32) => Some(Fragment::M16N8 { bits: 8 }),
        (Scalar::F8E4M3FN | Scalar::F8E5M2, Scalar::F32) if target.has(Feature::Fp8Mma) => {
            Some(Fragment::M16N8 { bits: 8 })
        }
        (Scalar::F64, Scalar::F64) => Some(Fragment::M8N8K4F64),
        _ => None,
    }
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
