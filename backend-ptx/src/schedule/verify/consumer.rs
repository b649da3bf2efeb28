//! Rules 16 and 17: how the consumers read stages.

use ir::{Block, Inst, InstData};
use rustc_hash::FxHashMap;

use super::{Content, Contents, Place, Verified, Verifier};
use crate::mma::async_mma::MmaOperand;
use crate::schedule::body::{Body, LoadId, Op, PipelineId};
use crate::schedule::build::regions;

/// Where the stage of each pipeline that is being read has been waited for.
type Full = Vec<Option<(Block, usize)>>;

/// Checks the body; gives what the stages hold that it waits for.
pub(super) fn verify(v: &Verifier<'_>, body: &Body) -> Verified<Contents> {
    let full = vec![None; v.pipeline.rings.len()];
    let mut consumer = ConsumerCheck {
        v,
        body,
        full,
        loops: Vec::new(),
        reads: FxHashMap::default(),
        contents: Contents::default(),
    };
    consumer.block(v.function.entry_block)?;
    consumer.stage_groups(v.function.entry_block)?;
    Ok(consumer.contents)
}

struct ConsumerCheck<'v> {
    v: &'v Verifier<'v>,
    body: &'v Body,
    full: Full,
    /// The state where the body of each loop around begins.
    loops: Vec<Full>,
    /// The loads that are read from each stage.
    reads: FxHashMap<(Block, usize), (PipelineId, Vec<LoadId>)>,
    contents: Contents,
}

impl ConsumerCheck<'_> {
    fn block(&mut self, block: Block) -> Verified {
        let ConsumerCheck { v, body, .. } = *self;
        let before = self.full.clone();
        for (at, op) in body.ops(block).iter().enumerate() {
            let place = Place::Op(body, block, at);
            match *op {
                Op::Wait { pipeline } => self.wait((block, at), pipeline)?,
                Op::Release { pipeline } => self.release(place, pipeline)?,
                Op::Read { load } => {
                    let async_load = &v.pipeline.async_loads[load];
                    let reads = async_load.by_threads && async_load.epilogue_load.is_none();
                    v.ensure(reads, place, || "threads do not read the load".to_owned())?;
                    self.read(place, load)?;
                }
                Op::ReadEpilogue { load } => self.read_epilogue((block, at), load)?,
                Op::Compute(inst) => self.compute(inst, &before, place)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn compute(&mut self, inst: Inst, before: &Full, place: Place<'_>) -> Verified {
        let function = self.v.function;
        if let Some(mma) = self.v.pipeline.mma(inst) {
            let loads = [mma.a, mma.b].into_iter().filter_map(MmaOperand::async_load);
            return loads.into_iter().try_for_each(|load| self.read(place, load));
        }
        let nothing = vec![None; self.full.len()];
        let wanted = match function.data(inst) {
            InstData::Yield { .. } => Some(before),
            InstData::Continue { .. } | InstData::Break { .. } => self.loops.last(),
            InstData::Return { .. } => Some(&nothing),
            _ => None,
        };
        if let Some(wanted) = wanted {
            let differs = |(full, wanted): (&Option<_>, &Option<_>)| full != wanted;
            if let Some(ring) = self.full.iter().zip(wanted).position(differs) {
                let what = if self.full[ring].is_some() { "not released" } else { "released" };
                let message = format!(
                    "the stage of p{ring} is {what} where the block ends, other than where it begins"
                );
                return Err(self.v.fault(place, message));
            }
            return Ok(());
        }
        let is_loop = matches!(function.data(inst), InstData::For { .. } | InstData::Loop { .. });
        let at_entry = self.full.clone();
        if is_loop {
            self.loops.push(at_entry.clone());
        }
        for block in regions(function, inst) {
            self.full.clone_from(&at_entry);
            self.block(block)?;
        }
        if is_loop {
            self.loops.pop();
        }
        self.full = at_entry;
        Ok(())
    }

    fn wait(&mut self, at: (Block, usize), ring: PipelineId) -> Verified {
        let place = Place::Op(self.body, at.0, at.1);
        self.v.ensure(self.full[ring].is_none(), place, || {
            format!("a stage of p{ring} is waited for before the one above is released")
        })?;
        self.full[ring] = Some(at);
        self.reads.insert(at, (ring, Vec::new()));
        Ok(())
    }

    fn release(&mut self, place: Place<'_>, ring: PipelineId) -> Verified {
        let waited = self.full[ring].take();
        self.v.ensure(waited.is_some(), place, || {
            format!("a stage of p{ring} is released that has not been waited for")
        })
    }

    fn read(&mut self, place: Place<'_>, load: LoadId) -> Verified {
        let ring = self.v.pipeline.async_loads[load].ring;
        let Some((_, reads)) = self.full[ring].and_then(|waited| self.reads.get_mut(&waited))
        else {
            let message =
                format!("a tile is read from a stage of p{ring} that has not been waited for");
            return Err(self.v.fault(place, message));
        };
        if !reads.contains(&load) {
            reads.push(load);
        }
        Ok(())
    }

    fn read_epilogue(&mut self, at: (Block, usize), load: LoadId) -> Verified {
        let place = Place::Op(self.body, at.0, at.1);
        let async_load = &self.v.pipeline.async_loads[load];
        let ring = async_load.ring;
        self.v.ensure(async_load.epilogue_load.is_some(), place, || {
            "not an epilogue load".to_owned()
        })?;
        self.v.ensure(self.full[ring].is_none(), place, || {
            format!("an epilogue load is read behind a stage of p{ring} that is not released")
        })?;
        self.contents.insert(at, Content::Epilogue(load));
        Ok(())
    }

    /// That the loads read from each stage are those of a stage group.
    fn stage_groups(&mut self, block: Block) -> Verified {
        let ConsumerCheck { v, body, .. } = *self;
        for (at, op) in body.ops(block).iter().enumerate() {
            if let Op::Compute(inst) = *op {
                regions(v.function, inst)
                    .into_iter()
                    .try_for_each(|block| self.stage_groups(block))?;
            }
            let Some((ring, reads)) = self.reads.get(&(block, at)) else { continue };
            let Some(group) = v.group_of(*ring, reads) else {
                let groups = &v.pipeline.rings[*ring].stage_loads;
                let is_part =
                    groups.iter().any(|group| reads.iter().all(|load| group.contains(load)));
                let message = match is_part {
                    true => {
                        format!("a load of the stage of p{ring} is not read before its release")
                    }
                    false => {
                        format!("the loads read from the stage of p{ring} are of different stages")
                    }
                };
                return Err(v.fault(Place::Op(body, block, at), message));
            };
            self.contents.insert((block, at), Content::Group(group));
        }
        Ok(())
    }
}
