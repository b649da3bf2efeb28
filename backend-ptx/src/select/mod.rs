//! Selection: tile IR with layouts to PTX.
//!
//! [`Cx`] walks a kernel once, front to back. A tile value is one register per element that a
//! thread holds, in the order of its layout's registers, for each layout that assignment demands.
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

use self::memory::order::Order;
use self::memory::scratch::Scratch;
use crate::layout::assign::Assignment;
use crate::linear::interned::LayoutId;
use crate::linear::layout::LinearLayout;
use crate::pipeline::{Pipeline, Role};
use crate::ptx::builder::Builder;
use crate::ptx::inst::Symbol;
use crate::ptx::regs::{Reg, Val};
use crate::ptx::types::{Dim, Sreg};
use crate::target::Target;

use self::control::Exit;
use self::memory::exchange::PendingConversion;
use self::memory::view::View;
use self::mma::tcgen05::TensorState;
use self::pipeline::cluster::Sharing;
use self::pipeline::cp_async::Copier;
use self::pipeline::tile_scheduler::Walk;
use self::pipeline::tile_swizzle::Reach;
use self::pipeline::tma_load::Ring;
use self::pipeline::two_tile_cta::Unit;

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

/// Shared memory kept for what the kernel allocates by itself.
pub const RESERVED: u32 = 1024;

/// The registers of a tile in one layout.
pub type Tile = Rc<[Val]>;

/// A kernel and what is known of it.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub function: &'a Function,
    pub facts: &'a FactMap,
    pub aliases: &'a AliasMap,
}

/// The state of selecting one kernel.
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
    tiles: FxHashMap<(Value, LayoutId), Tile>,
    /// Conversions begun, in order.
    conversions: Vec<PendingConversion>,
    views: SecondaryMap<Value, Option<Rc<View>>>,
    exits: Vec<Exit>,
    /// `%tid.x`
    pub tid: Val,
    /// Shared memory that conversions and reductions may have.
    pub scratch_limit: u32,
    /// How many threads a barrier waits for, if not for all.
    pub barrier_threads: Option<u32>,
    pub pipeline: Option<&'a Pipeline>,
    pub role: Role,
    /// Whether the CTAs of a launch are in clusters of two, one for each tile block.
    pub paired: bool,
    /// Which of the tile blocks that a CTA computes at the same time is this thread's.
    pub member: Option<Val>,
    /// How they share a ring.
    unit: Option<Unit>,
    /// The tile block at hand, where one CTA computes several.
    walk: Option<Walk>,
    /// The linear number of the tile block, where it is not the CTA's.
    single: Option<Reg>,
    /// What this tile block shares with that of the other CTA.
    sharing: Option<Sharing>,
    /// Whether rows of tensors are no multiples of 128 bytes.
    uneven: Val,
    /// Which sets of tensor maps are taken, where CTAs claim them.
    claims: Option<Val>,
    /// The order in which pairs of CTAs take tile blocks.
    reach: Option<Reach>,
    /// Whether tensor maps can describe the tensors of guests.
    guests_fit: Val,
    /// The rings of the pipeline's channels, as this role sees them.
    rings: Vec<Ring>,
    /// Generic addresses of the pipeline's tensor maps.
    maps: Vec<Val>,
    /// This warp, if it copies what tensor maps cannot describe.
    copier: Option<Copier>,
    /// How often each value is used.
    uses: SecondaryMap<Value, u32>,
    /// Accumulators that products in flight may be writing.
    in_flight: EntitySet<Value>,
    /// Tensor memory, where products accumulate there.
    tensor: Option<TensorState>,
    /// What the latest product computes; none if that is not known.
    latest: Option<Value>,
    span: Span,
    /// Whether code is marked with the lines that it comes from.
    pub line_info: bool,
}

impl<'a> Cx<'a> {
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
        let Subject { function, facts, aliases } = subject;
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
            tiles: FxHashMap::default(),
            conversions: Vec::new(),
            views: SecondaryMap::new(),
            exits: Vec::new(),
            tid,
            scratch_limit: target.max_shared - RESERVED,
            barrier_threads: None,
            pipeline: None,
            role: Role::Whole,
            paired: false,
            member: None,
            unit: None,
            walk: None,
            single: None,
            sharing: None,
            uneven: Val::ZERO,
            claims: None,
            reach: None,
            guests_fit: Val::Imm(1),
            rings: Vec::new(),
            maps: Vec::new(),
            copier: None,
            uses: function.count_uses(),
            in_flight: EntitySet::new(),
            tensor: None,
            latest: None,
            span: function.span,
            line_info: false,
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

    /// The one value that all elements are known to have.
    pub fn known(&self, value: Value) -> Option<u64> {
        self.facts.get(value).bounds.value().map(|known| known as u64)
    }

    /// How many values are held in a layout.
    pub fn demand_count(&self, layout: LayoutId) -> usize {
        self.tiles.keys().filter(|(_, id)| *id == layout).count()
    }

    /// The registers of a value in a layout that assignment has demanded.
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

    /// The value in every layout demanded of it: in its home, converted to the others, or computed
    /// in each.
    pub fn provide(
        &mut self,
        value: Value,
        mut compute: impl FnMut(&mut Self, LayoutId) -> Select<Vec<Val>>,
    ) -> Select<()> {
        let demands: SmallVec<[LayoutId; 2]> = self.plan.demands(value).into();
        match self.plan.home(value) {
            Some(home) if !demands.is_empty() => {
                let tile = compute(self, home)?;
                self.set_home(value, home, tile)
            }
            Some(_) => Ok(()),
            None => {
                for layout in demands {
                    let tile = compute(self, layout)?;
                    self.set(value, layout, tile);
                }
                Ok(())
            }
        }
    }

    /// Sets a value in its home layout and in the others demanded.
    pub fn set_home(&mut self, value: Value, home: LayoutId, tile: Vec<Val>) -> Select<()> {
        let tile: Tile = tile.into();
        self.set(value, home, tile.clone());
        let demands: SmallVec<[LayoutId; 2]> = self.plan.demands(value).into();
        if self.in_flight.contains(value) && demands.iter().any(|&other| other != home) {
            self.drain()?;
        }
        for other in demands {
            if other != home {
                self.begin_conversion(value, &tile, (home, other))?;
            }
        }
        Ok(())
    }

    /// Gives the results of a failed instruction some value, so that selection can go on.
    fn provide_zeros(&mut self, inst: Inst) {
        for &result in self.function.results(inst) {
            let demands: SmallVec<[LayoutId; 2]> = self.plan.demands(result).into();
            for layout in demands {
                let count = self.plan.layouts[layout].num_registers() as usize;
                self.set(result, layout, vec![Val::ZERO; count]);
            }
        }
    }

    pub fn block(&mut self, block: ir::Block) {
        let mut later: Vec<Inst> = Vec::new();
        let mut guests: Vec<Inst> = Vec::new();
        if let Err(why) = self.prefetch_guests(block) {
            self.report(why);
        }
        for &inst in self.function.insts(block) {
            if !self.has_part_in(inst) {
                continue;
            }
            if self.reads_buffer(inst) {
                later.push(inst);
                continue;
            }
            if self.reads_guest(inst) {
                guests.push(inst);
                continue;
            }
            // So are guests, in the order of their ring.
            let takes = |guest: &Inst| self.function.takes(inst, self.function.results(*guest)[0]);
            let read = match !guests.is_empty() && self.waits_for_guests(inst) {
                true => guests.len(),
                false => guests.iter().rposition(takes).map_or(0, |last| last + 1),
            };
            for guest in guests.drain(..read).collect::<Vec<_>>() {
                self.selected(guest);
            }
            // A buffer is read where that is first used: it costs registers, and no time, for it is there.
            let used = |load: &mut Inst| self.function.takes(inst, self.function.results(*load)[0]);
            for load in later.extract_if(.., used).collect::<Vec<_>>() {
                self.selected(load);
            }
            self.selected(inst);
            self.hand_back_after(inst);
        }
    }

    /// Selects one instruction, or reports why it cannot be.
    fn selected(&mut self, inst: Inst) {
        self.span = self.function.span(inst);
        self.b.span = self.span;
        if self.line_info {
            self.b.source(self.span);
        }
        if let Err(why) = self.inst(inst) {
            self.report(why);
            self.provide_zeros(inst);
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
            InstData::AtomicRedViewTko { view, index, value, ordering, scope, mode, token } => {
                let access = memory::global::Access {
                    ordering: *ordering,
                    scope: Some(*scope),
                    token: *token,
                };
                self.atomic_view(inst, *view, index, *value, *mode, access)
            }
            InstData::MakeToken {} | InstData::JoinTokens { .. } => Ok(()),

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
            InstData::GetTileBlockId {} => match self.walk.map(|walk| walk.id).or(self.single) {
                Some(id) => self.position_of(id, results),
                None if pipeline::raster_order::stores_across(self.module, self.function) => {
                    self.turned_position(results)
                }
                None => self.grid_position(results, Sreg::CtaId),
            },
            InstData::GetNumTileBlocks {} => self.grid_position(results, self.num_blocks()),
            InstData::Assert { condition, message } => self.assert(*condition, message),
            InstData::PrintTko { values, format, .. } => self.print(values, format),
        }
    }

    fn grid_position(&mut self, results: &[Value], sreg: fn(Dim) -> Sreg) -> Select<()> {
        for (&result, dim) in results.iter().zip([Dim::X, Dim::Y, Dim::Z]) {
            self.provide(result, |cx, _| Ok(vec![cx.b.sreg(sreg(dim))]))?;
        }
        Ok(())
    }
}
