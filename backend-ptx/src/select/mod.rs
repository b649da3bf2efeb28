//! Selection: tile IR with layouts to PTX.
//!
//! [`Cx`] walks a kernel once, front to back. A tile value is one register per element that a
//! thread holds, in the order of its layout's registers, for each layout that assignment requires.
//! Operations come in families (`family`), a file each; [`Cx::inst`] hands each operation to its own.
//!
//! An operation that the target or this compiler does not support is an [`Unsupported`] error
//! that ends in a diagnostic
//! at the user's line; selection then goes on with zeros, to find the next one.

#[macro_use]
mod family;

mod arith;
mod control;
mod dispatch;
mod grid;
pub mod memory;
pub mod mma;
pub(crate) mod parameters;
pub(crate) mod partitions;
pub(crate) mod pipeline;
mod print;
mod shape;
mod thread;
mod values;

use std::rc::Rc;

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::analysis::alias::AliasMap;
use ir::analysis::facts::FactMap;
use ir::{Function, Inst, InstData, Module, Value};
use lang::base::{Code, Diagnostics, Span};
use rustc_hash::FxHashMap;

use self::memory::order::{LoopExits, Order};
use self::memory::scratch::Scratch;
use crate::layout::assign::Assignment;
use crate::linear::interned::LayoutId;
use crate::ptx::builder::Builder;
use crate::ptx::inst::Symbol;
use crate::ptx::regs::{Reg, Val};
use crate::ptx::types::Sreg;
use crate::schedule::body::Body;
use crate::schedule::pipeline::{Partition, Pipeline};
use crate::target::{CTA_RESERVED, LANES, Target};

use self::control::Exit;
use self::memory::conversion::PendingConversion;
use self::memory::view::View;
use self::mma::tensor_memory::TensorState;
use self::pipeline::cluster::ClusterMulticast;
use self::pipeline::cp_async::CpAsyncProducer;
use self::pipeline::gather::GatheringWarp;
use self::pipeline::ring_state::PipelineState;
use self::pipeline::tile_scheduler::PersistentTileScheduler;
use self::pipeline::tile_swizzle::TileSwizzle;
use self::pipeline::two_tile_cta::WorkTilePair;

/// Why something cannot be compiled.
#[derive(Clone, Debug)]
pub struct Unsupported {
    pub code: Code,
    pub message: String,
}

impl Unsupported {
    pub fn new(code: Code, message: impl Into<String>) -> Unsupported {
        Unsupported { code, message: message.into() }
    }

    /// An operation that this compiler does not know for these types.
    pub fn op(message: impl Into<String>) -> Unsupported {
        Unsupported::new(crate::codes::UNSUPPORTED_OP, message)
    }
}

pub type Select<T> = Result<T, Unsupported>;

/// The registers of a tile in one layout.
pub type Tile = Rc<[Val]>;

/// A kernel and what is known of it.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub function: &'a Function,
    pub facts: &'a FactMap,
    pub aliases: &'a AliasMap,
    /// What all its threads execute, where they are not in partitions.
    pub body: &'a Body,
}

/// What is the same in all partitions of a kernel.
struct KernelFrame<'a> {
    target: &'a Target,
    name: &'a str,
    globals: &'a [Symbol],
}

/// The state of selecting one partition of a kernel.
pub struct Cx<'a> {
    pub module: &'a Module,
    pub function: &'a Function,
    pub target: &'a Target,
    pub facts: &'a FactMap,
    pub aliases: &'a AliasMap,
    pub plan: Assignment,
    pub b: Builder<'a>,
    pub diagnostics: Diagnostics,
    /// Prefix of the names of the kernel's variables.
    pub name: &'a str,
    /// The variables of the module's globals.
    pub globals: &'a [Symbol],
    pub scratch: Scratch,
    pub order: Order,
    loop_exits: LoopExits,
    /// Whether a pointer may point to a variable of the thread, or to the kernel's parameters.
    has_private_memory: bool,
    /// The branches around which MMAs may be in flight, once that was asked.
    quiet_branches: Option<EntitySet<Inst>>,
    tiles: FxHashMap<(Value, LayoutId), Tile>,
    /// Conversions begun, in order.
    conversions: Vec<PendingConversion>,
    views: SecondaryMap<Value, Option<Rc<View>>>,
    exits: Vec<Exit>,
    /// `%tid.x`
    cta_tid: Val,
    /// The number of a thread among those of its tile block.
    pub tid: Val,
    /// Shared memory that conversions and reductions may have.
    pub scratch_limit: u32,
    /// How many threads a barrier waits for, if not for all.
    pub barrier_threads: Option<u32>,
    pub pipeline: Option<&'a Pipeline>,
    pub partition: Partition,
    /// What the partition executes.
    pub body: &'a Body,
    /// Whether the CTAs of a launch are in clusters of two, one for each tile block.
    pub is_clustered: bool,
    /// Which of the tile blocks that a CTA computes at the same time is this thread's.
    pub tile_in_cta: Option<Val>,
    /// How they share a ring.
    work_tile_pair: Option<WorkTilePair>,
    /// The tile block at hand, where one CTA computes several.
    scheduler: Option<PersistentTileScheduler>,
    /// The linear number of the tile block, where it is not the CTA's.
    single: Option<Reg>,
    /// Whether the kernel has code for tensors that TMA takes and for others: then it is short rather than straight.
    is_for_any_tensor: bool,
    /// What this tile block shares with that of the other CTA.
    multicast: Option<ClusterMulticast>,
    /// Whether rows of tensors are not multiples of 128 bytes.
    is_pitch_misaligned: Val,
    /// Which sets of tensor maps are taken, where CTAs acquire them.
    tensormap_slots: Option<Val>,
    /// The order in which pairs of CTAs take tile blocks.
    tile_swizzle: Option<TileSwizzle>,
    /// Whether tensor maps can describe the tensors of epilogue loads.
    epilogue_tma_applies: Val,
    /// The rings of the pipeline's rings, as this partition sees them.
    pipeline_states: Vec<PipelineState>,
    /// Where the operand buffer at hand begins, behind the first one, where threads write operands.
    operand_buffer: Option<Reg>,
    /// Generic addresses of the pipeline's tensor maps.
    maps: Vec<Val>,
    /// This warp, if it gathers rows.
    gathering: Option<GatheringWarp>,
    /// This warp, if it copies what tensor maps cannot describe.
    cp_async_producer: Option<CpAsyncProducer>,
    /// How often each value is used.
    uses: SecondaryMap<Value, u32>,
    /// Accumulators that MMAs in flight may be writing.
    in_flight: EntitySet<Value>,
    /// Whether the schedule says that none is.
    is_mma_wait_announced: bool,
    /// Tensor memory, where MMAs accumulate there.
    tensor: Option<TensorState>,
    /// What the latest MMA computes; none if that is not known.
    latest: Option<Value>,
    span: Span,
    /// Whether code is marked with the lines that it comes from.
    pub line_info: bool,
}

impl<'a> Cx<'a> {
    /// The context of all threads of a kernel, at the beginning of its code.
    pub fn new(
        module: &'a Module,
        subject: Subject<'a>,
        target: &'a Target,
        plan: Assignment,
        mut b: Builder<'a>,
        name: &'a str,
        globals: &'a [Symbol],
    ) -> Cx<'a> {
        let tid = b.sreg(Sreg::Tid);
        let kernel = KernelFrame { target, name, globals };
        Cx::fresh(module, subject, kernel, plan, (b, tid))
    }

    /// A context at the beginning of a partition's code, with the number of a thread in its CTA.
    fn fresh(
        module: &'a Module,
        subject: Subject<'a>,
        kernel: KernelFrame<'a>,
        plan: Assignment,
        (b, cta_tid): (Builder<'a>, Val),
    ) -> Cx<'a> {
        let Subject { function, facts, aliases, body } = subject;
        let KernelFrame { target, name, globals } = kernel;
        let private = |inst: &Inst| matches!(function.data(*inst), InstData::Alloca { .. });
        let has_private_memory =
            function.has_record_address() || function.insts_in_order().iter().any(private);
        Cx {
            module,
            function,
            target,
            facts,
            aliases,
            plan,
            b,
            diagnostics: Diagnostics::new(),
            name,
            globals,
            scratch: Scratch::default(),
            order: Order::default(),
            loop_exits: LoopExits::of(function),
            has_private_memory,
            quiet_branches: None,
            tiles: FxHashMap::default(),
            conversions: Vec::new(),
            views: SecondaryMap::new(),
            exits: Vec::new(),
            cta_tid,
            tid: cta_tid,
            scratch_limit: target.max_shared - CTA_RESERVED,
            barrier_threads: None,
            pipeline: None,
            partition: Partition::Whole,
            body,
            is_clustered: false,
            tile_in_cta: None,
            work_tile_pair: None,
            scheduler: None,
            single: None,
            is_for_any_tensor: false,
            multicast: None,
            is_pitch_misaligned: Val::ZERO,
            tensormap_slots: None,
            tile_swizzle: None,
            epilogue_tma_applies: Val::Imm(1),
            pipeline_states: Vec::new(),
            operand_buffer: None,
            maps: Vec::new(),
            gathering: None,
            cp_async_producer: None,
            uses: function.count_uses(),
            in_flight: EntitySet::new(),
            is_mma_wait_announced: false,
            tensor: None,
            latest: None,
            span: function.span,
            line_info: false,
        }
    }

    /// The context of a partition of a pipeline, whose code follows. Values that all threads
    /// computed before they part are known in it:
    /// whether clusters, tensor maps and orders of tile blocks apply.
    pub fn partition(self, pipeline: &'a Pipeline, partition: Partition, body: &'a Body) -> Cx<'a> {
        let Cx { module, function, facts, aliases, .. } = self;
        let subject = Subject { function, facts, aliases, body };
        let mut cx = self.following(module, subject, None);
        cx.barrier_threads = Some(pipeline.consumer_warps() * LANES);
        cx.scratch_limit = pipeline.smem.scratch;
        (cx.pipeline, cx.partition) = (Some(pipeline), partition);
        cx
    }

    /// The context of the kernel without asynchronous loads, which may be of another function. The threads that
    /// compute execute it.
    pub fn unpipelined(self, module: &'a Module, subject: Subject<'a>, plan: Assignment) -> Cx<'a> {
        let barrier_threads = self.barrier_threads;
        let mut cx = self.following(module, subject, Some(plan));
        cx.barrier_threads = barrier_threads;
        cx
    }

    /// A fresh context whose code follows that of this one, with its layouts or others.
    fn following(
        self,
        module: &'a Module,
        subject: Subject<'a>,
        plan: Option<Assignment>,
    ) -> Cx<'a> {
        let kernel = KernelFrame { target: self.target, name: self.name, globals: self.globals };
        let plan = plan.unwrap_or(self.plan);
        Cx {
            diagnostics: self.diagnostics,
            scratch: self.scratch.following(),
            line_info: self.line_info,
            is_clustered: self.is_clustered,
            is_for_any_tensor: self.is_for_any_tensor,
            is_pitch_misaligned: self.is_pitch_misaligned,
            tensormap_slots: self.tensormap_slots,
            tile_swizzle: self.tile_swizzle,
            epilogue_tma_applies: self.epilogue_tma_applies,
            ..Cx::fresh(module, subject, kernel, plan, (self.b, self.cta_tid))
        }
    }
}
