//! Rules 31 and 32: numbers that one partition hands to the other.

use ir::analysis::alias::AliasMap;

use super::{Place, Verified, Verifier};
use crate::analysis::mailed::{Sender, conflict, fetched, is_fetchable, number_bits};
use crate::schedule::pipeline::TileSharing;

pub(super) fn verify(v: &Verifier<'_>) -> Verified {
    let pipeline = v.pipeline;
    let Some(first) = pipeline.mailboxes.first() else { return Ok(()) };
    let is_one_thread = pipeline.multistage.is_none()
        && pipeline.gather().is_none()
        && pipeline.has_tma()
        && !pipeline.cp_async
        && pipeline.sharing() == TileSharing::None;
    v.ensure(is_one_thread, Place::Inst(first.inst), || {
        "mailboxes are for the one thread that copies by TMA for the one tile block of a CTA"
            .to_owned()
    })?;
    let aliases = AliasMap::of(v.function, &v.module.types);
    let fetched = fetched(&pipeline.mailboxes);
    for (number, mailed) in pipeline.mailboxes.iter().enumerate() {
        let (inst, place) = (mailed.inst, Place::Inst(mailed.inst));
        let is_other = pipeline.mailboxes[..number].iter().all(|other| other.inst != inst);
        v.ensure(is_other, place, || "the instruction has two mailboxes".to_owned())?;
        v.ensure(number_bits(v.module, v.function, inst).is_some(), place, || {
            "the instruction does not give a number of 1, 32 or 64 bits".to_owned()
        })?;
        if mailed.sender == Sender::Consumers {
            continue;
        }
        v.ensure(is_fetchable(v.module, v.function, inst), place, || {
            "the producer fetches what is not a relaxed access of 32 or 64 bits".to_owned()
        })?;
        if let Some(other) = conflict(v.function, &aliases, &fetched, inst) {
            let mnemonic = v.function.data(other).opcode().mnemonic();
            let message = format!(
                "the producer may not execute the instruction ahead of `{mnemonic}` of the consumers"
            );
            return Err(v.fault(place, message));
        }
    }
    Ok(())
}
