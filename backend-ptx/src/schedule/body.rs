//! The body of a partition: the operations that its threads execute, block by block.
//!
//! A body is a program slice of the kernel's function with the operations of its pipelines between the instructions.
//! The control flow is that of the function: a block of the function has a list of operations in each partition that
//! executes the block, and the order of the list is the order of execution.
//!
//! The operations of a pipeline come in this order for each stage that is used, in the producer and in each consumer:
//!
//! ```text
//! producer   acquire, copy (one for each load of the stage), commit
//! cp.async   acquire, copy, await_copies, fence, commit
//! consumer   wait, read or MMA (any number), release
//! ```
//!
//! Where a tensor map is replaced, `replace_map` stands behind the view that it describes, in front of all copies through it.
//!
//! A number that one partition hands to the other is sent and received where its instruction stands:
//!
//! ```text
//! fetched    producer   fetch            consumer   receive
//! reported   producer   receive          consumer   compute, report
//! ```
//!
//! Operands that the consumers compute and `wgmma` reads from shared memory go through two operand buffers in turn:
//!
//! ```text
//! consumer   store_operand, mma_wait, publish, MMA (for each MMA with such operands)
//! ```
//!
//! Where a thread has passed `publish`, no MMA reads the other buffer: all threads waited for its MMA before they came
//! to `publish`. So it is written next.
//!
//! An atomic reduction of a view that is carried out in bulk is `reduce` in text ([`super::reduction`]).
//!
//! Threads that copy for themselves have a body that says what is copied, as the producer's, and one that they execute:
//!
//! ```text
//! copies     acquire, copy, commit
//! consumer   fill (in front of the loop); wait, copy_ahead, read, release (for each stage); drain (behind the loop)
//! ```

use cranelift_entity::SecondaryMap;
use ir::{Block, Inst};
use lang::base::Span;

use super::reduction::BulkReductions;

/// The number of a pipeline of a kernel.
pub type PipelineId = usize;
/// The number of a tensor map of a kernel.
pub type MapId = usize;
/// The number of an asynchronous load of a kernel.
pub type LoadId = usize;

/// The number of a mailbox of a kernel.
pub type MailboxId = usize;

/// What the threads of a partition do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    /// Executes an instruction of the function, with the bodies of its blocks.
    Compute(Inst),
    /// Behind the view of a tensor that is not the same for all tile blocks, the producer waits until its copies have
    /// arrived, and replaces what the tensor map has of the view.
    ReplaceMap { map: MapId },
    /// The producer waits until the next slot of a mailbox is empty, executes the instruction of the mailbox, and puts its
    /// number there.
    Fetch { mailbox: MailboxId },
    /// Behind the instruction of a mailbox, a thread of the consumers waits until its next slot is empty, and puts the number there.
    Report { mailbox: MailboxId },
    /// The other partition waits until the next slot of a mailbox is full, and takes the number out of it.
    Receive { mailbox: MailboxId },
    /// The producer waits until the next stage is empty, and announces the bytes that will fill it.
    Acquire { pipeline: PipelineId, bytes: u32 },
    /// The producer copies the tile of a load to its place in the current stage.
    Copy { load: LoadId },
    /// Threads that copy with `cp.async` wait until their copies have arrived.
    AwaitCopies,
    /// What threads have written to shared memory is made visible to the async proxy, through which MMAs read it.
    Fence,
    /// The producer goes on to the next stage; the current one is full when the copies to it have arrived.
    Commit { pipeline: PipelineId },
    /// The producer copies the tile of an epilogue load through as many stages as it fills.
    CopyEpilogue { load: LoadId },
    /// The producer asks for the tiles of epilogue loads in the L2 cache, once, near the end of the loop whose body
    /// this is.
    PrefetchEpilogue { loads: Vec<LoadId> },
    /// A consumer waits until the current stage is full. Selected together with the operation behind it where that
    /// reads the stage, else at once.
    Wait { pipeline: PipelineId },
    /// Threads read the tile of a load from the current stage.
    Read { load: LoadId },
    /// Threads read the tile of an epilogue load from the stages that it fills, and release these.
    ReadEpilogue { load: LoadId },
    /// In front of a loop whose threads copy for themselves: they wait until the stages are free, and copy to all of them
    /// but one.
    Fill { pipeline: PipelineId, inst: Inst },
    /// Behind the wait for a stage, its threads copy to the one before, which all of them have read: as many fills ahead as
    /// there are stages but one.
    CopyAhead { pipeline: PipelineId },
    /// Behind such a loop, threads wait until all of them have read the stages.
    Drain { pipeline: PipelineId },
    /// A consumer goes on to the next stage. The current one is empty when all consumers have released it and the MMAs
    /// that read it are done.
    Release { pipeline: PipelineId },
    /// Threads write operands of an MMA to the operand buffer at hand.
    StoreOperand { inst: Inst },
    /// A fence makes the writes to the operand buffer visible to the async proxy, and a barrier waits for all consumers. No MMA
    /// is in flight.
    Publish { inst: Inst },
    /// A consumer waits until no MMA is in flight. Selected together with the first operation behind it that needs that.
    MmaWait,
}

/// The operations of each block that a partition executes.
#[derive(Clone, Default, Debug)]
pub struct Body {
    ops: SecondaryMap<Block, Vec<Op>>,
    /// Where the operations are written, if they have been read from text.
    spans: SecondaryMap<Block, Vec<Span>>,
    /// The atomic reductions of views that are carried out in bulk.
    pub reductions: BulkReductions,
}

impl Body {
    pub fn ops(&self, block: Block) -> &[Op] {
        &self.ops[block]
    }

    /// The blocks of the function up to the last one that the partition executes.
    pub fn blocks(&self) -> impl Iterator<Item = Block> + use<> {
        self.ops.keys()
    }

    pub fn set(&mut self, block: Block, ops: Vec<Op>) {
        self.ops[block] = ops;
        self.spans[block] = Vec::new();
    }

    /// Sets the operations of a block, with the place where each is written.
    pub fn set_with_spans(&mut self, block: Block, ops: Vec<(Op, Span)>) {
        (self.ops[block], self.spans[block]) = ops.into_iter().unzip();
    }

    /// Where an operation is written, if it has been read from text.
    pub fn span(&self, block: Block, at: usize) -> Option<Span> {
        self.spans[block].get(at).copied()
    }
}
