//! Rules 13 to 15: how a partition that copies fills stages.

use ir::{Block, Effect, Inst, InstData};

use super::{Content, Contents, Executor, Place, Verified, Verifier};
use crate::schedule::body::{Body, LoadId, Op, PipelineId};
use crate::schedule::build::regions;

/// Checks a body; gives what the stages hold that it acquires.
pub(super) fn verify(v: &Verifier<'_>, body: &Body, executor: Executor) -> Verified<Contents> {
    let mut producer = ProducerCheck {
        v,
        body,
        executor,
        held: vec![None; v.pipeline.rings.len()],
        contents: Contents::default(),
    };
    producer.block(v.function.entry_block)?;
    Ok(producer.contents)
}

/// A stage between its acquisition and its commit.
#[derive(Clone, PartialEq, Eq, Debug)]
struct HeldStage {
    acquired: (Block, usize),
    bytes: u32,
    copied: Vec<LoadId>,
}

struct ProducerCheck<'v> {
    v: &'v Verifier<'v>,
    body: &'v Body,
    executor: Executor,
    /// The stage of each pipeline that is being filled.
    held: Vec<Option<HeldStage>>,
    contents: Contents,
}

impl ProducerCheck<'_> {
    fn block(&mut self, block: Block) -> Verified {
        let ProducerCheck { v, body, .. } = *self;
        let before = self.held.clone();
        for (at, op) in body.ops(block).iter().enumerate() {
            let place = Place::Op(body, block, at);
            match *op {
                Op::Acquire { pipeline, bytes } => self.acquire((block, at), pipeline, bytes)?,
                Op::Copy { load } => self.copy((block, at), load)?,
                Op::Commit { pipeline } => self.commit((block, at), pipeline)?,
                Op::CopyEpilogue { load } => {
                    v.ensure(self.executor == Executor::Tma, place, || {
                        "epilogue loads are copied by TMA".to_owned()
                    })?;
                    self.copy_epilogue((block, at), load)?;
                }
                Op::Compute(inst) => self.compute(inst, &before, place)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn compute(&mut self, inst: Inst, before: &[Option<HeldStage>], place: Place<'_>) -> Verified {
        let data = self.v.function.data(inst);
        if data.effect() == Effect::Terminator {
            // A branch may be taken while a stage of the block around is being filled, but not out of that block.
            let leaves = !matches!(data, InstData::Yield { .. });
            let is_open = |held: &&Option<HeldStage>| held.is_some();
            let is_left =
                leaves && self.is_in_branch(inst) && before.iter().any(|held| is_open(&held));
            if self.held != before || is_left {
                let open = self.held.iter().position(|held| held.is_some()).unwrap_or_default();
                let message = format!("a stage of p{open} is not committed where the block ends");
                return Err(self.v.fault(place, message));
            }
        }
        regions(self.v.function, inst).into_iter().try_for_each(|block| self.block(block))
    }

    fn is_in_branch(&self, inst: Inst) -> bool {
        let function = self.v.function;
        let owner = function.inst_block(inst).and_then(|block| function.block_owner(block));
        owner.is_some_and(|owner| matches!(function.data(owner), InstData::If { .. }))
    }

    fn acquire(&mut self, at: (Block, usize), ring: PipelineId, bytes: u32) -> Verified {
        let place = Place::Op(self.body, at.0, at.1);
        self.v.ensure(self.held[ring].is_none(), place, || {
            format!("a stage of p{ring} is acquired before the one above is committed")
        })?;
        self.held[ring] = Some(HeldStage { acquired: at, bytes, copied: Vec::new() });
        let next = self.body.ops(at.0).get(at.1 + 1);
        let is_next = matches!(next, Some(Op::Copy { load }) if self.v.pipeline.async_loads[*load].ring == ring);
        self.v.ensure(!self.is_by_warps() || is_next, place, || {
            "a warp that copies with `cp.async` acquires a stage directly in front of the first copy to it".to_owned()
        })
    }

    fn copy(&mut self, at: (Block, usize), load: LoadId) -> Verified {
        let place = Place::Op(self.body, at.0, at.1);
        let async_load = &self.v.pipeline.async_loads[load];
        let ring = async_load.ring;
        let Some(held) = &mut self.held[ring] else {
            return Err(self
                .v
                .fault(place, format!("the copy is to a stage of p{ring} that is not acquired")));
        };
        let is_first = !held.copied.contains(&load) && async_load.epilogue_load.is_none();
        held.copied.push(load);
        self.v.ensure(is_first, place, || "the load is copied to the stage twice".to_owned())
    }

    fn commit(&mut self, at: (Block, usize), ring: PipelineId) -> Verified {
        let v = self.v;
        let place = Place::Op(self.body, at.0, at.1);
        let Some(held) = self.held[ring].take() else {
            return Err(
                v.fault(place, format!("a stage of p{ring} is committed that is not acquired"))
            );
        };
        let Some(group) = v.group_of(ring, &held.copied) else {
            let message = format!(
                "the loads copied to the stage of p{ring} are not those of one stage group"
            );
            return Err(v.fault(place, message));
        };
        self.contents.insert(held.acquired, Content::Group(group));
        let bytes = v.pipeline.announced_bytes(&held.copied);
        let (block, acquired) = held.acquired;
        v.ensure(bytes == held.bytes, Place::Op(self.body, block, acquired), || {
            format!("{} bytes are announced, {bytes} are copied to the stage", held.bytes)
        })?;
        if self.is_by_warps() { self.signal(at, ring) } else { Ok(()) }
    }

    /// Whether each stage is that of a warp, whose lanes copy with `cp.async`.
    fn is_by_warps(&self) -> bool {
        matches!(self.executor, Executor::CpAsync | Executor::GatheringWarps)
    }

    /// What comes in front of a commit by threads, behind the last copy to the stage.
    fn signal(&self, (block, at): (Block, usize), ring: PipelineId) -> Verified {
        let v = self.v;
        let place = Place::Op(self.body, block, at);
        let before = &self.body.ops(block)[..at];
        let is_copy =
            |op: &Op| matches!(op, Op::Copy { load } if v.pipeline.async_loads[*load].ring == ring);
        let (copy, behind) = match before.iter().rposition(is_copy) {
            Some(copy) => (true, &before[copy + 1..]),
            None => (false, before),
        };
        let awaited = behind.iter().position(|op| *op == Op::AwaitCopies);
        v.ensure(awaited.is_some(), place, || {
            "the copies to the stage have not been awaited where it is committed".to_owned()
        })?;
        let fenced = behind.iter().rposition(|op| *op == Op::Fence);
        v.ensure(fenced > awaited, place, || {
            "what threads copied to the stage is not fenced behind `await_copies`".to_owned()
        })?;
        let only = behind.iter().all(|op| matches!(op, Op::AwaitCopies | Op::Fence));
        v.ensure(copy && only, place, || {
            "a warp that copies with `cp.async` commits a stage directly behind the last copy to it"
                .to_owned()
        })
    }

    fn copy_epilogue(&mut self, at: (Block, usize), load: LoadId) -> Verified {
        let place = Place::Op(self.body, at.0, at.1);
        let async_load = &self.v.pipeline.async_loads[load];
        let ring = async_load.ring;
        self.v.ensure(async_load.epilogue_load.is_some(), place, || {
            "not an epilogue load".to_owned()
        })?;
        self.v.ensure(self.held[ring].is_none(), place, || {
            format!("an epilogue load needs a stage of p{ring}, of which one is not committed")
        })?;
        self.contents.insert(at, Content::Epilogue(load));
        Ok(())
    }
}
