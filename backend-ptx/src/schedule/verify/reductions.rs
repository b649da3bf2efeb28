//! Rule 29: reductions in bulk.

use super::{Place, Verified, Verifier};
use crate::schedule::reduction::{self, BulkReduction};
use crate::target::Feature;

pub(super) fn verify(v: &Verifier<'_>) -> Verified {
    for (&inst, reduction) in &v.schedule.body.reductions {
        let place = Place::Inst(inst);
        v.ensure(v.target.has(Feature::Cluster), place, || {
            format!("{} has no bulk reductions", v.target.name)
        })?;
        let possible = reduction::possible(v.module, v.function, inst);
        let BulkReduction { dim, bytes } = possible
            .map_err(|failed| v.fault(place, format!("no reduction in bulk: {}", failed.text())))?;
        v.ensure(*reduction == BulkReduction { dim, bytes }, place, || {
            format!("rows of the tile have {bytes} bytes, along dimension {dim}")
        })?;
    }
    let producers = v.schedule.producers.iter();
    let mut copying = producers.flat_map(|it| [&it.tma, &it.cp_async]);
    v.ensure(copying.all(|body| body.reductions.is_empty()), Place::Head, || {
        "a partition that copies reduces in bulk".to_owned()
    })
}
