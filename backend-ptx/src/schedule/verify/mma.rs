//! Rules 7 and 8: the shape of MMAs and the tiles of their operands.

use ir::{Inst, InstData, Value};

use super::{Place, Verified, Verifier};
use crate::mma::async_mma::{AsyncMma, BlockScales, MmaOperand, StoredOperand};
use crate::mma::smem_operand::Major;
use crate::target::{Feature, K_STEP_BYTES, MAX_COLUMNS, MAX_ROWS, TILE_ALIGN, WGMMA_ROWS};

/// Columns of an instruction are multiples of these.
const COLUMN_UNIT: u32 = 8;
/// The one width of elements that `wgmma` reads in both orders, and the other one of `tcgen05`.
const TRANSPOSABLE_BITS: u32 = 16;
const BYTE_BITS: u32 = 8;

pub(super) fn verify(v: &Verifier<'_>) -> Verified {
    let mmas = &v.pipeline.mmas;
    v.ensure(mmas.in_tensor_memory == v.target.has(Feature::Tcgen05), Place::Head, || {
        let engine = if v.target.has(Feature::Tcgen05) { "tcgen05" } else { "wgmma" };
        format!("{} computes MMAs with {engine}", v.target.name)
    })?;
    // The order of the map is that of a hash table.
    for inst in v.function.insts_in_order() {
        if let Some(mma) = v.pipeline.mma(inst) {
            shape(v, inst, mma)?;
            operand(v, inst, mma, (mma.a, mma.m))?;
            operand(v, inst, mma, (mma.b, mma.n))?;
        }
    }
    Ok(())
}

fn shape(v: &Verifier<'_>, inst: Inst, mma: &AsyncMma) -> Verified {
    let place = Place::Inst(inst);
    let operands = v.function.data(inst).operands();
    let [lhs, rhs] = operands[..2] else {
        return Err(v.fault(place, "not an MMA"));
    };
    let (m, k, n) = match (dims(v, lhs, mma.rank), dims(v, rhs, mma.rank)) {
        (Some((m, k)), Some((_, n))) if !mma.swapped => (m, k, n),
        (Some((n, k)), Some((_, m))) => (m, k, n),
        _ => {
            return Err(v.fault(place, format!("the operands do not have {} dimensions", mma.rank)));
        }
    };
    v.ensure((m, n, k) == (mma.m, mma.n, mma.k), place, || {
        let AsyncMma { m: has_m, n: has_n, k: has_k, .. } = mma;
        format!("the operands are m{m}n{n}k{k}, the MMA is m{has_m}n{has_n}k{has_k}")
    })?;
    let rows = WGMMA_ROWS * v.pipeline.mmas.warpgroups;
    let has_rows = v.pipeline.mmas.in_tensor_memory || mma.m.is_multiple_of(rows);
    v.ensure(has_rows && mma.m > 0, place, || {
        format!("{} rows are not a multiple of {rows}, {WGMMA_ROWS} of each warpgroup", mma.m)
    })?;
    let has_columns =
        mma.n.is_multiple_of(COLUMN_UNIT) && (COLUMN_UNIT..=MAX_COLUMNS).contains(&mma.n);
    v.ensure(has_columns, place, || {
        format!("{} columns are not a multiple of {COLUMN_UNIT} up to {MAX_COLUMNS}", mma.n)
    })?;
    scales(v, inst, mma)?;
    let (steps, row) = (mma.steps * K_STEP_BYTES, mma.k * elem_bits(v, lhs) / 8);
    v.ensure(steps == row, place, || {
        format!("{} steps along K are {steps} bytes, the operands have {row}", mma.steps)
    })
}

/// The scales are those of the operation, and an MMA with some has rows of 128 lanes, untransposed.
fn scales(v: &Verifier<'_>, inst: Inst, mma: &AsyncMma) -> Verified {
    let place = Place::Inst(inst);
    let is_scaled = matches!(v.function.data(inst), InstData::MmaFScaled { .. });
    let same = mma.scales == BlockScales::of(v.module, v.function, inst);
    v.ensure(same && is_scaled == mma.scales.is_some(), place, || {
        "the scales are not those of the operation".to_owned()
    })?;
    if mma.scales.is_none() {
        return Ok(());
    }
    v.ensure(v.pipeline.mmas.in_tensor_memory, place, || {
        "scales are in tensor memory, which `wgmma` does not read".to_owned()
    })?;
    v.ensure(!mma.swapped && mma.m.is_multiple_of(MAX_ROWS), place, || {
        format!("an MMA with scales has a multiple of {MAX_ROWS} rows, and is not transposed")
    })
}

fn operand(
    v: &Verifier<'_>,
    inst: Inst,
    mma: &AsyncMma,
    (operand, rows): (MmaOperand, u32),
) -> Verified {
    let place = Place::Inst(inst);
    let is_b = operand == mma.b;
    let load = match operand {
        MmaOperand::Registers if is_b => {
            return Err(v.fault(place, "the B operand is in shared memory"));
        }
        MmaOperand::Registers => return Ok(()),
        MmaOperand::SmemToRegisters(..) if is_b || v.pipeline.mmas.in_tensor_memory => {
            return Err(v.fault(place, "threads fetch the A operand of `wgmma` only"));
        }
        MmaOperand::SmemToRegisters(load, staged) => {
            let same = staged == v.pipeline.async_loads[load].staged;
            v.ensure(same, place, || "the operand is not the tile of its load".to_owned())?;
            load
        }
        MmaOperand::RegistersToSmem(stored) => {
            let StoredOperand { staged, major, offset } = stored;
            v.ensure(!v.pipeline.mmas.in_tensor_memory, place, || {
                "threads write operands of `wgmma` only".to_owned()
            })?;
            let is_alone = v.pipeline.two_tile.is_none() && v.pipeline.pairs.is_none();
            v.ensure(is_alone, place, || {
                "tile blocks that share loads have no operand buffers".to_owned()
            })?;
            v.ensure(offset.is_multiple_of(TILE_ALIGN), place, || {
                format!("an operand begins at {offset}, not at a multiple of {TILE_ALIGN}")
            })?;
            let other = if is_b { mma.a.stored() } else { mma.b.stored() };
            let meets = |other: StoredOperand| offset < other.end() && other.offset < stored.end();
            v.ensure(!other.is_some_and(meets), place, || {
                "the operands overlap in the operand buffer".to_owned()
            })?;
            order(v, place, (major, staged.elem.bits()))?;
            return tile_bytes(v, place, staged.bytes(), rows * mma.steps * K_STEP_BYTES);
        }
        MmaOperand::Smem(load, major) => {
            // Bytes that are loaded may have two elements each.
            let loaded = v.pipeline.async_loads[load].staged.elem.bits();
            let lhs = v.function.data(inst).operands()[0];
            order(v, place, (major, loaded.min(elem_bits(v, lhs))))?;
            load
        }
    };
    let async_load = &v.pipeline.async_loads[load];
    v.ensure(async_load.epilogue_load.is_none(), place, || {
        "an epilogue load is not the operand of an MMA".to_owned()
    })?;
    tile_bytes(v, place, async_load.staged.bytes(), rows * mma.steps * K_STEP_BYTES)
}

/// The instruction reads elements of so many bits in this order.
fn order(v: &Verifier<'_>, place: Place<'_>, (major, bits): (Major, u32)) -> Verified {
    let is_read = major == Major::K
        || bits == TRANSPOSABLE_BITS
        || (v.pipeline.mmas.in_tensor_memory && bits == BYTE_BITS);
    v.ensure(is_read, place, || format!("operands of {bits} bits are contiguous along K"))
}

fn tile_bytes(v: &Verifier<'_>, place: Place<'_>, has: u32, wanted: u32) -> Verified {
    v.ensure(has == wanted, place, || {
        format!("the tile of an operand has {has} bytes, the MMA reads {wanted}")
    })
}

/// Rows and columns of a tile; the dimensions before are of one element each.
fn dims(v: &Verifier<'_>, tile: Value, rank: usize) -> Option<(u32, u32)> {
    let dims = v.module.types.dims(v.function.value_type(tile));
    match dims {
        [first @ .., rows, columns]
            if dims.len() == rank && first.iter().all(|&extent| extent == 1) =>
        {
            Some((*rows, *columns))
        }
        _ => None,
    }
}

fn elem_bits(v: &Verifier<'_>, tile: Value) -> u32 {
    match v.module.types.elem(v.function.value_type(tile)) {
        Some(ir::Elem::Scalar(scalar)) => scalar.bits(),
        _ => 0,
    }
}
