//! Rules 1 to 3: what a kernel needs of a CTA and of an SM.

use super::{Place, Verified, Verifier};
use crate::target::{LANES, MAX_CTA_WARPS, REGISTER_UNIT, SM_REGISTERS, WARPGROUP};

/// The registers of a thread that `setmaxnreg` takes (PTX ISA, "setmaxnreg").
const REGISTERS: std::ops::RangeInclusive<u32> = 24..=256;
const MIN_STAGES: u32 = 2;

pub(super) fn verify(v: &Verifier<'_>) -> Verified {
    let warps = v.schedule.warps();
    v.ensure((1..=MAX_CTA_WARPS).contains(&warps), Place::Head, || {
        format!("a CTA has 1 to {MAX_CTA_WARPS} warps, the partitions have {warps}")
    })?;
    let Some(pipeline) = &v.schedule.pipeline else { return Ok(()) };
    let threads = warps * LANES * pipeline.per_sm;
    v.ensure(threads <= v.target.chip.sm_threads, Place::Head, || {
        format!(
            "{} CTAs on an SM have {threads} threads, the SM {}",
            pipeline.per_sm, v.target.chip.sm_threads
        )
    })?;
    for (number, ring) in pipeline.rings.iter().enumerate() {
        v.ensure(ring.stages >= MIN_STAGES, Place::Ring(number), || {
            format!("p{number} has {} stage, a pipeline needs {MIN_STAGES}", ring.stages)
        })?;
    }
    let bytes = pipeline.smem.used.max(pipeline.smem.declared);
    v.ensure(bytes <= v.target.max_shared, Place::Head, || {
        format!(
            "the stages and barriers take {bytes} bytes, shared memory has {}",
            v.target.max_shared
        )
    })?;
    registers(v)
}

fn registers(v: &Verifier<'_>) -> Verified {
    let pipeline = v.pipeline;
    let Some((producer, consumer)) = pipeline.registers else { return Ok(()) };
    for count in [producer, consumer] {
        let fits = REGISTERS.contains(&count) && count.is_multiple_of(REGISTER_UNIT);
        v.ensure(fits, Place::Head, || {
            let (least, most) = (REGISTERS.start(), REGISTERS.end());
            format!("`setmaxnreg` takes multiples of {REGISTER_UNIT} from {least} to {most}, not {count}")
        })?;
    }
    let (producers, consumers) =
        (pipeline.producer_warps() * LANES, pipeline.consumer_warps() * LANES);
    v.ensure(
        producers.is_multiple_of(WARPGROUP) && consumers.is_multiple_of(WARPGROUP),
        Place::Head,
        || "`setmaxnreg` changes the registers of whole warpgroups".to_owned(),
    )?;
    let all = (producers * producer + consumers * consumer) * pipeline.per_sm;
    v.ensure(all <= SM_REGISTERS, Place::Head, || {
        format!("the partitions take {all} registers, an SM has {SM_REGISTERS}")
    })
}
