//! Selection: tile IR with layouts to PTX.
//!
//! [`Cx`] walks a kernel once, front to back. A tile value is one register per element that a
//! thread holds, in the order of its layout's registers, for each layout that assignment requires.
//! Operations come in families, a file each; [`Cx::inst`] is the one place that knows them all.
//!
//! What a target or this compiler cannot do is an [`Unsupported`] error that ends in a diagnostic
//! at the user's line; selection then goes on with zeros, to find the next one.

mod arith;
mod control;
pub mod memory;
pub mod mma;
pub(crate) mod parameters;
pub(crate) mod partitions;
mod pipeline;
mod print;
mod shape;
mod thread;

use std::rc::Rc;

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::analysis::alias::AliasMap;
use ir::analysis::facts::FactMap;
use ir::{Elem, Function, Inst, InstData, Module, Value};
use lang::base::{Code, Diagnostic, Diagnostics, Span};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use self::memory::order::{LoopExits, Order};
use self::memory::scratch::Scratch;
use crate::layout::assign::Assignment;
use crate::linear::interned::LayoutId;
use crate::linear::layout::LinearLayout;
use crate::ptx::builder::Builder;
use crate::ptx::inst::{Op, Symbol};
use crate::ptx::regs::{Reg, Val};
use crate::ptx::types::{Dim, Sreg};
use crate::schedule::body::{Body, Op as ScheduleOp};
use crate::schedule::pipeline::{Partition, Pipeline};
use crate::target::{CTA_RESERVED, Feature, LANES, Target};

use self::control::Exit;
use self::memory::exchange::PendingConversion;
use self::memory::view::View;
use self::mma::tcgen05::TensorState;
use self::pipeline::cluster::ClusterMulticast;
use self::pipeline::cp_async::CpAsyncProducer;
use self::pipeline::tile_scheduler::PersistentTileScheduler;
use self::pipeline::tile_swizzle::TileSwizzle;
use self::pipeline::ring_state::PipelineState;
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
    /// What this tile block shares with that of the other CTA.
    multicast: Option<ClusterMulticast>,
    /// Whether rows of tensors are no multiples of 128 bytes.
    is_pitch_misaligned: Val,
    /// Which sets of tensor maps are taken, where CTAs claim them.
    tensormap_slots: Option<Val>,
    /// The order in which pairs of CTAs take tile blocks.
    tile_swizzle: Option<TileSwizzle>,
    /// Whether tensor maps can describe the tensors of epilogue loads.
    epilogue_tma_applies: Val,
    /// The rings of the pipeline's rings, as this partition sees them.
    pipeline_states: Vec<PipelineState>,
    /// Generic addresses of the pipeline's tensor maps.
    maps: Vec<Val>,
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
            multicast: None,
            is_pitch_misaligned: Val::ZERO,
            tensormap_slots: None,
            tile_swizzle: None,
            epilogue_tma_applies: Val::Imm(1),
            pipeline_states: Vec::new(),
            maps: Vec::new(),
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

    /// The context of a partition of a pipeline, whose code follows. What all threads have computed before they part is
    /// known in it: whether clusters, tensor maps and orders of tile blocks apply.
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
            is_pitch_misaligned: self.is_pitch_misaligned,
            tensormap_slots: self.tensormap_slots,
            tile_swizzle: self.tile_swizzle,
            epilogue_tma_applies: self.epilogue_tma_applies,
            ..Cx::fresh(module, subject, kernel, plan, (self.b, self.cta_tid))
        }
    }

    pub fn elem(&self, value: Value) -> Elem {
        // The verifier has seen to it that operands of tile type are tiles.
        self.module.types.elem(self.function.value_type(value)).unwrap_or(Elem::Ptr(ir::Scalar::I8))
    }

    pub fn dims(&self, value: Value) -> &'a [u32] {
        self.module.types.dims(self.function.value_type(value))
    }

    pub fn is_tile(&self, value: Value) -> bool {
        self.module.types.as_tile(self.function.value_type(value)).is_some()
    }

    pub fn layout(&self, id: LayoutId) -> LinearLayout {
        self.plan.layouts[id].clone()
    }

    /// How many elements a thread has of a tile in a layout.
    fn num_registers(&self, id: LayoutId) -> usize {
        self.plan.layouts[id].num_registers() as usize
    }

    /// The one value that all elements are known to have.
    pub fn known(&self, value: Value) -> Option<u64> {
        self.facts.get(value).bounds.value().map(|known| known as u64)
    }

    /// How many values are held in a layout.
    pub fn required_count(&self, layout: LayoutId) -> usize {
        self.tiles.keys().filter(|(_, id)| *id == layout).count()
    }

    /// The registers of a value in a layout that assignment has required.
    pub fn at(&mut self, value: Value, layout: LayoutId) -> Select<Tile> {
        self.finish(value)?;
        self.finish_conversion(value, layout)?;
        self.tiles.get(&(value, layout)).cloned().ok_or_else(|| {
            Unsupported::new(
                crate::codes::MALFORMED_PTX,
                format!("{value} was not provided in layout {}", self.plan.layouts[layout]),
            )
        })
    }

    /// The register of a value that has one element.
    pub fn scalar(&mut self, value: Value) -> Select<Val> {
        let layout = LinearLayout::replicated(self.dims(value), self.plan.warp_bits);
        let id = self.plan.layouts.intern(layout);
        Ok(self.at(value, id)?[0])
    }

    pub fn set(&mut self, value: Value, layout: LayoutId, tile: impl Into<Tile>) {
        self.tiles.insert((value, layout), tile.into());
    }

    /// The value in every layout required of it: in its defining layout, converted to the others, or computed
    /// in each.
    pub fn materialize(
        &mut self,
        value: Value,
        mut compute: impl FnMut(&mut Self, LayoutId) -> Select<Vec<Val>>,
    ) -> Select<()> {
        let required_layouts: SmallVec<[LayoutId; 2]> = self.plan.required_layouts(value).into();
        match self.plan.def_layout(value) {
            Some(def_layout) if !required_layouts.is_empty() => {
                let tile = compute(self, def_layout)?;
                self.set_def_layout(value, def_layout, tile)
            }
            Some(_) => Ok(()),
            None => {
                for layout in required_layouts {
                    let tile = compute(self, layout)?;
                    self.set(value, layout, tile);
                }
                Ok(())
            }
        }
    }

    /// Sets a value in its defining layout and in the others required.
    pub fn set_def_layout(
        &mut self,
        value: Value,
        def_layout: LayoutId,
        tile: Vec<Val>,
    ) -> Select<()> {
        let tile: Tile = tile.into();
        self.set(value, def_layout, tile.clone());
        let required_layouts: SmallVec<[LayoutId; 2]> = self.plan.required_layouts(value).into();
        if self.in_flight.contains(value)
            && required_layouts.iter().any(|&other| other != def_layout)
        {
            self.drain_early()?;
        }
        for other in required_layouts {
            if other != def_layout {
                self.begin_conversion(value, &tile, (def_layout, other))?;
            }
        }
        Ok(())
    }

    /// Gives the results of a failed instruction some value, so that selection can go on.
    fn materialize_zeros(&mut self, inst: Inst) {
        for &result in self.function.results(inst) {
            let required_layouts: SmallVec<[LayoutId; 2]> =
                self.plan.required_layouts(result).into();
            for layout in required_layouts {
                let count = self.plan.layouts[layout].num_registers() as usize;
                self.set(result, layout, vec![Val::ZERO; count]);
            }
        }
    }

    /// Selects the operations of a block, in their order.
    pub fn block(&mut self, block: ir::Block) {
        let ops = self.body.ops(block);
        for (at, op) in ops.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|before| ops.get(before));
            let selected = match op {
                ScheduleOp::Compute(inst) => {
                    self.selected(*inst);
                    Ok(())
                }
                op => self.pipeline_op(op, before, &ops[at + 1..]),
            };
            if let Err(why) = selected {
                self.report(why);
            }
        }
    }

    /// Selects one instruction, or reports why it cannot be.
    fn selected(&mut self, inst: Inst) {
        self.mark(inst);
        if let Err(why) = self.inst(inst) {
            self.report(why);
            self.materialize_zeros(inst);
        }
    }

    /// What is emitted next comes from the line of an instruction.
    fn mark(&mut self, inst: Inst) {
        self.span = self.function.span(inst);
        self.b.span = self.span;
        if self.line_info {
            self.b.source(self.span);
        }
    }

    pub fn report(&mut self, why: Unsupported) {
        self.diagnostics.push(Diagnostic::new(why.code, self.span, why.message));
    }

    /// Selects one instruction.
    fn inst(&mut self, inst: Inst) -> Select<()> {
        let data = self.function.data(inst);
        let results = self.function.results(inst);
        match data {
            InstData::Constant { value } => self.constant(value, results[0]),
            InstData::Require { .. } | InstData::Note { .. } => Ok(()),
            InstData::Poison {} => self.poison(results[0]),
            InstData::Iota {} => self.iota(results[0]),
            InstData::Broadcast { source } => self.broadcast(data, *source, results[0]),
            InstData::Reshape { source } => self.reshape(data, *source, results[0]),
            InstData::Permute { source, .. } => self.permute(data, *source, results[0]),
            InstData::Extract { source, indices } => self.extract(*source, indices, results[0]),
            InstData::Cat { lhs, rhs, dim } => self.cat(data, *lhs, *rhs, *dim, results[0]),
            InstData::Pack { source } => self.pack(data, *source, results[0]),
            InstData::Unpack { source } => self.unpack(data, *source, results[0]),
            InstData::Reduce { operands, dim, body, .. } => {
                self.reduce(inst, operands, *dim, *body)
            }
            InstData::Scan { operands, dim, reverse, body, .. } => {
                self.scan(inst, operands, *dim, *reverse, *body)
            }

            InstData::AbsF { .. }
            | InstData::AddF { .. }
            | InstData::Atan2 { .. }
            | InstData::Ceil { .. }
            | InstData::CmpF { .. }
            | InstData::Cos { .. }
            | InstData::Cosh { .. }
            | InstData::DivF { .. }
            | InstData::Exp { .. }
            | InstData::Exp2 { .. }
            | InstData::Floor { .. }
            | InstData::Fma { .. }
            | InstData::Log { .. }
            | InstData::Log2 { .. }
            | InstData::MaxF { .. }
            | InstData::MinF { .. }
            | InstData::MulF { .. }
            | InstData::NegF { .. }
            | InstData::Pow { .. }
            | InstData::RemF { .. }
            | InstData::Rsqrt { .. }
            | InstData::Sin { .. }
            | InstData::Sinh { .. }
            | InstData::Sqrt { .. }
            | InstData::SubF { .. }
            | InstData::Tan { .. }
            | InstData::Tanh { .. }
            | InstData::AbsI { .. }
            | InstData::AddI { .. }
            | InstData::CmpI { .. }
            | InstData::DivI { .. }
            | InstData::MaxI { .. }
            | InstData::MinI { .. }
            | InstData::MulI { .. }
            | InstData::MulhiI { .. }
            | InstData::NegI { .. }
            | InstData::RemI { .. }
            | InstData::ShlI { .. }
            | InstData::ShrI { .. }
            | InstData::SubI { .. }
            | InstData::AndI { .. }
            | InstData::OrI { .. }
            | InstData::XorI { .. }
            | InstData::Select { .. }
            | InstData::Offset { .. }
            | InstData::Bitcast { .. }
            | InstData::ExtI { .. }
            | InstData::TruncI { .. }
            | InstData::FToF { .. }
            | InstData::FToI { .. }
            | InstData::IToF { .. }
            | InstData::IntToPtr { .. }
            | InstData::PtrToInt { .. }
            | InstData::PtrToPtr { .. }
            | InstData::Given { .. }
            | InstData::Subobject { .. }
            | InstData::Based { .. }
            | InstData::SameObject { .. } => self.elementwise_inst(data, results[0]),
            InstData::Assume { value, .. } if !self.is_tile(*value) => {
                self.views[results[0]] = self.views[*value].clone();
                Ok(())
            }
            InstData::Assume { .. } => self.elementwise_inst(data, results[0]),

            InstData::MmaF { .. } | InstData::MmaI { .. } | InstData::MmaFScaled { .. } => {
                self.mma(inst)
            }

            InstData::For { .. } => self.for_loop(inst),
            InstData::Loop { .. } => self.infinite_loop(inst),
            InstData::If { .. } => self.branch(inst),
            InstData::Yield { operands }
            | InstData::Continue { operands }
            | InstData::Break { operands } => self.leave(inst, operands),
            InstData::Return { .. } => {
                self.ret();
                Ok(())
            }

            InstData::LoadPtrTko { source, mask, padding, ordering, scope, token, .. } => {
                let access =
                    memory::global::Access { ordering: *ordering, scope: *scope, token: *token };
                self.load_ptr(inst, *source, *mask, *padding, access)
            }
            InstData::StorePtrTko { destination, value, mask, ordering, scope, token, .. } => {
                let access =
                    memory::global::Access { ordering: *ordering, scope: *scope, token: *token };
                self.store_ptr(inst, *destination, *value, *mask, access)
            }
            InstData::LoadViewTko { view, index, ordering, scope, token, .. } => {
                let access =
                    memory::global::Access { ordering: *ordering, scope: *scope, token: *token };
                self.load_view(inst, *view, index, access)
            }
            InstData::StoreViewTko { tile, view, index, ordering, scope, token, .. } => {
                let access =
                    memory::global::Access { ordering: *ordering, scope: *scope, token: *token };
                self.store_view(inst, *tile, *view, index, access)
            }
            InstData::AtomicRmwTko {
                pointers,
                arg,
                mask,
                ordering,
                scope,
                mode,
                token,
                overflow: _,
            } => {
                let access = memory::global::Access {
                    ordering: *ordering,
                    scope: Some(*scope),
                    token: *token,
                };
                self.atomic_rmw(inst, *pointers, *arg, *mask, *mode, access)
            }
            InstData::AtomicCasTko { pointers, cmp, val, mask, ordering, scope, token } => {
                let access = memory::global::Access {
                    ordering: *ordering,
                    scope: Some(*scope),
                    token: *token,
                };
                self.atomic_cas(inst, *pointers, *cmp, *val, *mask, access)
            }
            InstData::AtomicRedViewTko {
                view, index, value, ordering, scope, mode, token, ..
            } => {
                let access = memory::global::Access {
                    ordering: *ordering,
                    scope: Some(*scope),
                    token: *token,
                };
                self.atomic_view(inst, *view, index, *value, *mode, access)
            }
            InstData::Insert { .. } | InstData::FPowI { .. } => {
                let mnemonic = data.opcode().mnemonic();
                Err(Unsupported::op(format!("{mnemonic} that was not legalised")))
            }
            InstData::MakeToken {} | InstData::JoinTokens { .. } => Ok(()),
            InstData::GdcLaunchDependentsTko { .. } => {
                self.grid_dependency(Op::GridLaunchDependents {})
            }
            InstData::GdcWaitTko { .. } => self.grid_dependency(Op::GridWait {}),
            InstData::MemoryFenceAliasTko { .. } => {
                self.b.emit(Op::FenceProxyAlias {}, &[], &[]);
                // Another thread may be the one that comes by the other address.
                self.barrier();
                Ok(())
            }

            InstData::MakeTensorView { base, dynamic_shape, dynamic_strides } => {
                self.tensor_view(*base, dynamic_shape, dynamic_strides, results[0])
            }
            InstData::MakePartitionView { tensor_view }
            | InstData::MakeStridedView { tensor_view }
            | InstData::MakeGatherScatterView { tensor_view } => {
                self.views[results[0]] = self.views[*tensor_view].clone();
                Ok(())
            }
            InstData::GetTensorShape { src } => self.tensor_shape(*src, results),
            InstData::GetIndexSpaceShape { src } => self.index_space_shape(*src, results),

            InstData::GetGlobal { global } => self.global_address(*global, results[0]),
            InstData::Alloca { num_elem, alignment, global } => {
                self.alloca(*num_elem, *alignment, *global, results[0])
            }
            InstData::GetTileBlockId {} => {
                match self.scheduler.map(|scheduler| scheduler.id).or(self.single) {
                    Some(id) => self.position_of(id, results),
                    None if pipeline::raster_order::prefers_raster_along_n(
                        self.module,
                        self.function,
                    ) =>
                    {
                        self.position_along_n(results)
                    }
                    None => self.grid_position(results, Sreg::CtaId),
                }
            }
            InstData::GetNumTileBlocks {} => self.grid_position(results, self.num_blocks()),
            InstData::Assert { condition, message } => self.assert(*condition, message),
            InstData::PrintTko { values, format, .. } => self.print(values, format),
        }
    }

    /// Every thread does it for its own accesses; without such launches there is nothing to do.
    fn grid_dependency(&mut self, op: Op) -> Select<()> {
        if self.target.has(Feature::Cluster) {
            self.b.emit(op, &[], &[]);
        }
        Ok(())
    }

    fn grid_position(&mut self, results: &[Value], sreg: fn(Dim) -> Sreg) -> Select<()> {
        for (&result, dim) in results.iter().zip([Dim::X, Dim::Y, Dim::Z]) {
            self.materialize(result, |cx, _| Ok(vec![cx.b.sreg(sreg(dim))]))?;
        }
        Ok(())
    }
}
