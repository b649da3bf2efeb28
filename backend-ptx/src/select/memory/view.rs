//! Tensor views and accesses to their tiles.
//!
//! A view is nothing at run time but the numbers it is made of: base, extents, strides. An access
//! computes the address of the tile's origin once for all threads, adds what the thread's own
//! coordinates contribute, and the rest is constants.
//!
//! Whether the whole tile lies inside the tensor, and whether wide accesses are aligned, is proven
//! from the facts or asked once, by a test that comes out alike in all threads. A tile on the edge
//! goes element by element, each under its own test.

use std::rc::Rc;

use ir::types::TensorViewType;
use ir::{Elem, Inst, InstData, PaddingValue, Scalar, Type, TypeKind, Value};
use smallvec::SmallVec;

use crate::layout::assign::{along_dim, view_runs};
use crate::linear::interned::LayoutId;
use crate::linear::layout::{LinearLayout, coordinates};
use crate::ptx::builder::{Exact, Guarded};
use crate::ptx::inst::{Guard, Op};
use crate::ptx::regs::{Reg, Val};
use crate::ptx::types::{Cmp, Ftz, Sem, Ty, Uniform};
use crate::select::memory::element;
use crate::select::memory::global::{Access, AccessGroup};
use crate::select::memory::order::AccessFootprint;
use crate::select::shape::register_of;
use crate::select::thread::thread_columns;
use crate::select::{Cx, Select, Unsupported};
use crate::target::MAX_VECTOR_BYTES;

/// A tensor view.
pub struct View {
    pub base: Val,
    /// Extent and stride in elements of each dimension, in 64 bits.
    pub dims: Vec<ViewDim>,
    /// Power of two that divides the base address.
    pub base_divisor: u64,
}

/// One dimension of a tensor view.
#[derive(Clone, Copy)]
pub struct ViewDim {
    pub extent: Val,
    pub stride: Val,
    /// Whether the extent is known to be less than 2^31.
    pub is_short: bool,
    /// Powers of two that divide them.
    pub extent_divisor: u64,
    pub stride_divisor: u64,
}

/// A tile of a view, about to be accessed.
struct TileAccess {
    elem: Elem,
    /// Address of the tile's first element.
    origin: Val,
    /// Per tile dimension: stride in bytes, and how many elements lie inside the tensor, if that
    /// may be fewer than the tile has.
    dims: Vec<(Val, Option<Val>)>,
    /// Elements that one access can move where the checks hold.
    count: usize,
    /// Whether alignment is proven for `count`.
    aligned: bool,
    /// The low bits of base and strides, if it is not.
    base: Val,
    /// Where a dimension goes from place to place by a tile of numbers.
    picked: Option<Picked>,
}

/// The sparse dimension of a gather/scatter view.
struct Picked {
    /// Per register of the tile: where its element is along the dimension, in 64 bits.
    places: Vec<Val>,
    /// Bytes from one place to the next.
    stride: Val,
    extent: Val,
}

impl Cx<'_> {
    pub fn tensor_view(
        &mut self,
        base: Value,
        dynamic_shape: &[Value],
        dynamic_strides: &[Value],
        result: Value,
    ) -> Select<()> {
        let ty = self.tensor_type(self.function.value_type(result))?;
        let base_divisor = self.facts.get(base).divisor();
        let base = self.scalar(base)?;
        let (mut shape, mut strides) = (dynamic_shape.iter(), dynamic_strides.iter());
        let mut dims = Vec::new();
        for (extent, stride) in ty.shape.iter().zip(&ty.strides) {
            let is_short = match extent {
                Some(extent) => *extent < 1 << 31,
                // Extents are not negative.
                None => shape.as_slice().first().is_some_and(|&value| {
                    self.elem(value).bits() <= 32 || self.facts.get(value).bounds.upper < 1 << 31
                }),
            };
            let (extent, extent_divisor) = self.view_number(*extent, &mut shape)?;
            let (stride, stride_divisor) = self.view_number(*stride, &mut strides)?;
            dims.push(ViewDim { extent, stride, is_short, extent_divisor, stride_divisor });
        }
        self.views[result] = Some(Rc::new(View { base, dims, base_divisor }));
        Ok(())
    }

    fn tensor_type(&self, ty: Type) -> Select<TensorViewType> {
        let types = &self.module.types;
        let tensor = types.tiled_view(ty).map_or(ty, |(tensor, _)| tensor);
        types.as_tensor_view(tensor).cloned().ok_or_else(|| Unsupported::op("a view of no tensor"))
    }

    /// An extent or stride, in 64 bits; they are positive.
    fn view_number(
        &mut self,
        known: Option<i64>,
        dynamic: &mut std::slice::Iter<'_, Value>,
    ) -> Select<(Val, u64)> {
        match known {
            Some(number) => Ok((Val::s64(number), power_of_two_factor(number as u64))),
            None => {
                let value = *dynamic
                    .next()
                    .ok_or_else(|| Unsupported::op("a view that lacks an extent"))?;
                let number = self.scalar(value)?;
                Ok((self.unsigned_64(number, value), self.facts.get(value).divisor()))
            }
        }
    }

    pub(in crate::select) fn unsigned_64(&mut self, val: Val, value: Value) -> Val {
        match self.elem(value) {
            Elem::Scalar(Scalar::I64) | Elem::Ptr(_) => val,
            Elem::Scalar(int) => self.extend_to(val, int, Scalar::I64, ir::Signedness::Unsigned),
        }
    }

    pub fn view(&self, value: Value) -> Select<Rc<View>> {
        self.views[value].clone().ok_or_else(|| Unsupported::op("this view"))
    }

    /// How far apart the tiles of a view are along each of its dimensions.
    pub fn view_steps(&self, view: Value) -> SmallVec<[u32; 4]> {
        match self.module.types.kind(self.function.value_type(view)) {
            TypeKind::PartitionView(view) => view.tile.clone(),
            TypeKind::StridedView(view) => view.traversal_strides.clone(),
            TypeKind::GatherScatterView(_) | TypeKind::Token => SmallVec::new(),
            TypeKind::Tile(_) | TypeKind::TensorView(_) => SmallVec::new(),
        }
    }

    /// Prepares an access to the tile at `index`, whose registers are in `layout`.
    fn tile_access(
        &mut self,
        view: Value,
        index: &[Value],
        layout: &LinearLayout,
    ) -> Select<TileAccess> {
        let ty = self.function.value_type(view);
        let tensor = self.tensor_type(ty)?;
        let elem = Elem::Scalar(tensor.elem);
        self.need_whole_bytes(elem)?;
        let bytes = element::bytes(elem);
        let (dim_map, steps) = self
            .module
            .types
            .view_traversal(ty)
            .ok_or_else(|| Unsupported::op("an access to a view without tiles"))?;
        let sparse = self.sparse_dim(view);
        let mut picked = None;
        let whole = self.view(view)?;
        let mut origin = whole.base;
        let mut dims = Vec::new();
        let mut low_bits = whole.base;
        let mut divisor = whole.base_divisor;
        let runs = view_runs(self.module, ty, layout.shape());
        for (i, &tensor_dim) in dim_map.iter().enumerate() {
            let dim = whole.dims[tensor_dim as usize];
            if sparse == Some(i) {
                let stride = self.b.mul_int(Ty::S64, dim.stride, Val::u32(bytes), Exact::NEITHER);
                let places = self.places(index[i], i, layout)?;
                picked = Some(Picked { places, stride, extent: dim.extent });
                // The places are all there is to the dimension.
                dims.push((Val::ZERO, None));
                continue;
            }
            let number = self.scalar(index[i])?;
            let number = self.unsigned_64(number, index[i]);
            let start = self.b.mul_int(Ty::S64, number, Val::u32(steps[i]), Exact::NEITHER);
            let stride = self.b.mul_int(Ty::S64, dim.stride, Val::u32(bytes), Exact::NEITHER);
            let offset = self.b.mul_int(Ty::S64, start, stride, Exact::NEITHER);
            origin = self.b.add_int(Ty::S64, origin, offset, Exact::NEITHER);
            // A tile starts inside the tensor, for else the access is undefined; but a gather/scatter
            // view has padding at any element, in dense dimensions as in the sparse one.
            let tile = layout.shape()[i];
            let starts_inside = sparse.is_none();
            let inside = starts_inside && steps[i] == tile && dim.extent_divisor >= u64::from(tile);
            let left = (!inside).then(|| {
                let mut left = self.b.def(Op::Sub { ty: Ty::S64 }, &[dim.extent, start]);
                if !starts_inside {
                    left = self.b.def(Op::Max { ty: Ty::S64 }, &[left, Val::ZERO]);
                }
                let left = self.b.def(Op::Min { ty: Ty::S64 }, &[left, Val::u32(tile)]);
                self.b.def(element::cvt(Ty::U32, Ty::U64), &[left])
            });
            dims.push((stride, left));
            if runs.get(i) == Some(&1) && tile > 1 {
                // Rows start where their stride says.
                divisor = divisor.min(dim.stride_divisor.saturating_mul(u64::from(bytes)));
                low_bits = self.b.def(Op::Or { ty: Ty::B64 }, &[low_bits, stride]);
            } else if tile > 1 && steps[i] != tile {
                divisor = divisor
                    .min(power_of_two_factor(u64::from(steps[i])).saturating_mul(u64::from(bytes)));
            } else if tile == 1 {
                divisor = divisor.min(dim.stride_divisor.saturating_mul(u64::from(bytes)));
                low_bits = self.b.def(Op::Or { ty: Ty::B64 }, &[low_bits, stride]);
            }
        }
        let run = |dim: usize| {
            let run = runs.get(dim).copied().unwrap_or(1) as u32;
            layout.num_contiguous(dim).min(run).min(MAX_VECTOR_BYTES / bytes)
        };
        let mut count = (0..layout.rank()).map(run).max().unwrap_or(1);
        let steps_allow =
            |count: u32| steps.iter().zip(layout.shape()).all(|(s, t)| s == t || s % count == 0);
        while count > 1 && !steps_allow(count) {
            count /= 2;
        }
        if picked.is_some() {
            count = 1;
        }
        let aligned = divisor >= u64::from(count * bytes);
        let count = count as usize;
        Ok(TileAccess { elem, origin, dims, count, aligned, base: low_bits, picked })
    }

    /// The dimension along which a gather/scatter view goes from place to place.
    fn sparse_dim(&self, view: Value) -> Option<usize> {
        match self.module.types.kind(self.function.value_type(view)) {
            TypeKind::GatherScatterView(view) => Some(view.sparse_dim as usize),
            TypeKind::PartitionView(_) | TypeKind::StridedView(_) => None,
            TypeKind::Token | TypeKind::Tile(_) | TypeKind::TensorView(_) => None,
        }
    }

    /// The element of `index` that each register of a tile in `layout` goes by, where `index` runs
    /// along dimension `dim` of the tile.
    fn places(&mut self, index: Value, dim: usize, layout: &LinearLayout) -> Select<Vec<Val>> {
        let along = along_dim(layout, dim);
        let id = self.plan.layouts.intern(along.clone());
        let places = self.at(index, id)?;
        let registers = 0..layout.num_registers();
        Ok(registers
            .map(|register| {
                let at = coordinates(layout.shape(), layout.register_part(register))[dim];
                let place = places[register_of(&along, &[at]) as usize];
                self.unsigned_64(place, index)
            })
            .collect())
    }

    /// The test, alike in all threads, that decides between wide and single accesses.
    fn interior(&mut self, access: &TileAccess, layout: &LinearLayout) -> Val {
        if access.picked.is_some() {
            // Threads differ in whether their places are inside.
            return Val::ZERO;
        }
        let mut holds = Val::Imm(1);
        for ((_, left), &tile) in access.dims.iter().zip(layout.shape()) {
            if let Some(left) = left {
                let op = Op::Setp { cmp: Cmp::Eq, ftz: Ftz::Keep, ty: Ty::U32 };
                let full = self.b.def(op, &[*left, Val::u32(tile)]);
                holds = self.and_pred(holds, full);
            }
        }
        if access.count > 1 && !access.aligned {
            let mask = element::bytes(access.elem) * access.count as u32 - 1;
            let low = self.b.def(element::cvt(Ty::U32, Ty::U64), &[access.base]);
            let low = self.b.def(Op::And { ty: Ty::B32 }, &[low, Val::u32(mask)]);
            let op = Op::Setp { cmp: Cmp::Eq, ftz: Ftz::Keep, ty: Ty::U32 };
            let aligned = self.b.def(op, &[low, Val::ZERO]);
            holds = self.and_pred(holds, aligned);
        }
        holds
    }

    /// Thread's part of the coordinate along each dimension.
    fn thread_coordinates(&mut self, layout: &LinearLayout) -> Vec<Val> {
        (0..layout.rank())
            .map(|dim| {
                let columns =
                    thread_columns(layout, |basis| coordinates(layout.shape(), basis)[dim]);
                self.map_thread(&columns)
            })
            .collect()
    }

    /// Addresses of the elements of all registers.
    fn addresses(&mut self, access: &TileAccess, layout: &LinearLayout) -> Vec<Val> {
        let threads = self.thread_coordinates(layout);
        let mut base = access.origin;
        for (&thread, &(stride, _)) in threads.iter().zip(&access.dims) {
            let thread = self.b.widen(thread, false);
            let offset = self.b.mul_int(Ty::S64, thread, stride, Exact::NEITHER);
            base = self.b.add_int(Ty::S64, base, offset, Exact::NEITHER);
        }
        (0..layout.num_registers())
            .map(|register| {
                let coords = coordinates(layout.shape(), layout.register_part(register));
                let mut constant = 0i64;
                let mut address = base;
                for (&c, &(stride, _)) in coords.iter().zip(&access.dims) {
                    match stride.imm() {
                        Some(stride) => {
                            let offset = i64::from(c).wrapping_mul(stride as i64);
                            constant = constant.wrapping_add(offset);
                        }
                        None => {
                            let offset =
                                self.b.mul_int(Ty::S64, stride, Val::u32(c), Exact::NEITHER);
                            address = self.b.def(Op::Add { ty: Ty::S64 }, &[address, offset]);
                        }
                    }
                }
                if let Some(Picked { places, stride, .. }) = &access.picked {
                    let place = places[register as usize];
                    let offset = self.b.mul_int(Ty::S64, place, *stride, Exact::NEITHER);
                    address = self.b.def(Op::Add { ty: Ty::S64 }, &[address, offset]);
                }
                self.b.sum(Ty::S64, address, constant, Exact::BOTH)
            })
            .collect()
    }

    /// Whether the element of a register lies inside the tensor.
    fn bound(
        &mut self,
        access: &TileAccess,
        layout: &LinearLayout,
        threads: &[Val],
        register: u32,
    ) -> Val {
        let coords = coordinates(layout.shape(), layout.register_part(register));
        let mut inside = Val::Imm(1);
        if let Some(Picked { places, extent, .. }) = &access.picked {
            let op = Op::Setp { cmp: Cmp::Lt, ftz: Ftz::Keep, ty: Ty::U64 };
            inside = self.b.def(op, &[places[register as usize], *extent]);
        }
        for ((&c, &thread), (_, left)) in coords.iter().zip(threads).zip(&access.dims) {
            if let Some(left) = left {
                let at = self.b.def(Op::Add { ty: Ty::U32 }, &[thread, Val::u32(c)]);
                let op = Op::Setp { cmp: Cmp::Lt, ftz: Ftz::Keep, ty: Ty::U32 };
                let below = self.b.def(op, &[at, *left]);
                inside = self.and_pred(inside, below);
            }
        }
        inside
    }

    pub(in crate::select) fn view_place(
        &self,
        view: Value,
        index: &[Value],
        layout: LayoutId,
    ) -> Option<AccessFootprint> {
        let TypeKind::PartitionView(ty) = self.module.types.kind(self.function.value_type(view))
        else {
            return None;
        };
        let identity = ty.dim_map.iter().enumerate().all(|(i, &dim)| i == dim as usize);
        let Some(InstData::MakePartitionView { tensor_view }) = self.function.def_data(view) else {
            return None;
        };
        let values = std::iter::once(*tensor_view).chain(index.iter().copied()).collect();
        if identity { AccessFootprint::of(values, &self.plan.layouts, layout) } else { None }
    }

    pub fn load_view(
        &mut self,
        inst: Inst,
        view: Value,
        index: &[Value],
        access: Access,
    ) -> Select<()> {
        if let Some((pipeline, load)) = self.async_load(inst) {
            // Its tile stays in the stage. Where inner blocks read it, the stage is waited for and addressed here.
            if self.pipeline_states[pipeline.async_loads[load].ring].must_wait {
                self.consumer_wait(load);
            }
            return Ok(());
        }
        let result = self.function.results(inst)[0];
        if self.plan.required_layouts(result).is_empty() && !access.is_strong() {
            return Ok(());
        }
        let Some(at) = self.plan.def_layout(result) else { return Ok(()) };
        self.order_access(inst, false, view, self.view_place(view, index, at), access);
        let tile = self.load_tile(view, index, access, at)?;
        self.set_def_layout(result, at, tile)
    }

    /// Loads a tile in a layout.
    pub fn load_tile(
        &mut self,
        view: Value,
        index: &[Value],
        access: Access,
        at: LayoutId,
    ) -> Select<Vec<Val>> {
        let layout = self.layout(at);
        let mut tile = self.tile_access(view, index, &layout)?;
        let pad = self.padding(view, tile.elem);
        if access.is_strong() {
            tile.count = 1;
        }
        let elem = tile.elem;
        let bytes = element::bytes(elem);
        let addresses = self.addresses(&tile, &layout);
        let only = self.representative(&layout).filter(|_| access.is_strong());
        let check = self.interior(&tile, &layout);
        let groups: Vec<AccessGroup> = (0..addresses.len())
            .step_by(tile.count)
            .map(|first| AccessGroup { address: addresses[first], first, count: tile.count })
            .collect();
        let words: Vec<Vec<Reg>> =
            groups.iter().map(|group| self.group_registers(group, bytes)).collect();
        let space = self.pointer_space();
        let single = access.load(space, element::memory_type(bytes));
        self.either(
            check,
            |cx| {
                for (group, words) in groups.iter().zip(&words) {
                    if only.is_some() || access.is_strong() {
                        cx.load_element(single, only, None, group.address, pad, words[0]);
                    } else {
                        cx.load_group(Guarded::Always, group, words, space, bytes);
                    }
                }
            },
            |cx| {
                let threads = cx.thread_coordinates(&layout);
                for (group, words) in groups.iter().zip(&words) {
                    let mut elements = Vec::new();
                    let own = addresses.iter().enumerate().skip(group.first).take(group.count);
                    for (i, &address) in own {
                        let reg = if group.count == 1 {
                            words[0]
                        } else {
                            cx.b.fresh(element::memory_type(bytes).class())
                        };
                        let inside = cx.bound(&tile, &layout, &threads, i as u32);
                        cx.load_element(single, only, Some(inside), address, pad, reg);
                        elements.push(Val::Reg(reg));
                    }
                    let packed = cx.pack_group(&elements, bytes);
                    for (&word, val) in words.iter().zip(packed) {
                        cx.b.assign(word, val);
                    }
                }
            },
        );
        let mut out: Vec<Val> =
            words.iter().flat_map(|words| self.group_elements(words, tile.count, elem)).collect();
        if only.is_some() {
            out = self.share(&out, elem, &layout)?;
        }
        if access.acquires() {
            self.barrier();
        }
        Ok(out)
    }

    fn load_element(
        &mut self,
        op: Op,
        only: Option<Guard>,
        mask: Option<Val>,
        address: Val,
        pad: Val,
        reg: Reg,
    ) {
        let guard = self.mask_guard(mask, only);
        if !matches!(guard, Guarded::Always) {
            self.b.assign(reg, pad);
        }
        let address = self.b.mem(address, 0);
        self.emit_guarded(guard, op, &[reg.into()], &[address]);
    }

    /// Two ways to do one thing, chosen by a test that is alike in all threads.
    fn either(&mut self, check: Val, yes: impl FnOnce(&mut Self), no: impl FnOnce(&mut Self)) {
        if check.imm() == Some(1) {
            return yes(self);
        }
        if check.imm() == Some(0) {
            return no(self);
        }
        let (otherwise, done) = (self.b.label(), self.b.label());
        self.b.branch_if(check, true, Uniform::Yes, otherwise);
        yes(self);
        self.b.branch(done);
        self.b.place(otherwise);
        no(self);
        self.b.place(done);
    }

    pub fn store_view(
        &mut self,
        inst: Inst,
        value: Value,
        view: Value,
        index: &[Value],
        access: Access,
    ) -> Select<()> {
        let Some(at) = self.plan.anchor(inst) else { return Ok(()) };
        let layout = self.layout(at);
        let values = self.at(value, at)?;
        let mut tile = self.tile_access(view, index, &layout)?;
        self.order_access(inst, true, view, self.view_place(view, index, at), access);
        if access.is_strong() {
            tile.count = 1;
        }
        let elem = tile.elem;
        let bytes = element::bytes(elem);
        let memory: Vec<Val> = values.iter().map(|&val| self.to_memory(val, elem)).collect();
        let addresses = self.addresses(&tile, &layout);
        let only = self.representative(&layout);
        let check = self.interior(&tile, &layout);
        let space = self.pointer_space();
        let single = access.store(space, element::memory_type(bytes));
        self.either(
            check,
            |cx| {
                for first in (0..addresses.len()).step_by(tile.count) {
                    let guard = cx.mask_guard(None, only);
                    if access.sem() != Sem::Weak {
                        let address = cx.b.mem(addresses[first], 0);
                        cx.emit_guarded(guard, single, &[], &[address, memory[first].into()]);
                    } else {
                        let group =
                            AccessGroup { address: addresses[first], first, count: tile.count };
                        cx.store_group(guard, &group, &memory, space, bytes);
                    }
                }
            },
            |cx| {
                let threads = cx.thread_coordinates(&layout);
                for (i, &address) in addresses.iter().enumerate() {
                    let inside = cx.bound(&tile, &layout, &threads, i as u32);
                    let guard = cx.mask_guard(Some(inside), only);
                    let address = cx.b.mem(address, 0);
                    cx.emit_guarded(guard, single, &[], &[address, memory[i].into()]);
                }
            },
        );
        Ok(())
    }

    /// Addresses and bounds of a tile, for atomics.
    pub fn view_addresses(
        &mut self,
        view: Value,
        index: &[Value],
        layout: &LinearLayout,
    ) -> Select<(Vec<Val>, Vec<Val>)> {
        let access = self.tile_access(view, index, layout)?;
        let addresses = self.addresses(&access, layout);
        let threads = self.thread_coordinates(layout);
        let registers = 0..layout.num_registers();
        let bounds =
            registers.map(|register| self.bound(&access, layout, &threads, register)).collect();
        Ok((addresses, bounds))
    }

    /// What a load yields outside the tensor, in memory form.
    fn padding(&self, view: Value, elem: Elem) -> Val {
        let padding = match self.module.types.kind(self.function.value_type(view)) {
            TypeKind::PartitionView(view) => view.padding,
            TypeKind::StridedView(view) => view.padding,
            TypeKind::GatherScatterView(view) => view.padding,
            TypeKind::Token | TypeKind::Tile(_) | TypeKind::TensorView(_) => None,
        };
        let Elem::Scalar(scalar) = elem else { return Val::ZERO };
        Val::Imm(padding_bits(padding.unwrap_or(PaddingValue::Zero), scalar))
    }

    pub fn tensor_shape(&mut self, src: Value, results: &[Value]) -> Select<()> {
        let view = self.view(src)?;
        for (&result, dim) in results.iter().zip(&view.dims) {
            self.materialize(result, |cx, _| Ok(vec![cx.narrow_index(dim.extent, result)]))?;
        }
        Ok(())
    }

    /// The number of tiles along each dimension, those on the edge included.
    pub fn index_space_shape(&mut self, src: Value, results: &[Value]) -> Select<()> {
        let view = self.view(src)?;
        let ty = self.function.value_type(src);
        let (dim_map, steps) = self
            .module
            .types
            .view_traversal(ty)
            .ok_or_else(|| Unsupported::op("the index space of this view"))?;
        for (i, &result) in results.iter().enumerate() {
            let extent = view.dims[dim_map[i] as usize].extent;
            let step = Val::u32(steps[i]);
            self.materialize(result, |cx, _| {
                let up = cx
                    .b
                    .def(Op::Add { ty: Ty::S64 }, &[extent, Val::Imm(step.imm().unwrap_or(1) - 1)]);
                let count = cx.b.div_int(Ty::S64, up, step);
                Ok(vec![cx.narrow_index(count, result)])
            })?;
        }
        Ok(())
    }

    /// A 64-bit number in the type of an index.
    fn narrow_index(&mut self, val: Val, result: Value) -> Val {
        match self.elem(result) {
            Elem::Scalar(Scalar::I64) | Elem::Ptr(_) => val,
            Elem::Scalar(int) => self.truncate(val, Scalar::I64, int),
        }
    }
}

/// The largest power of two that divides a number; of zero, more than anybody asks for.
fn power_of_two_factor(number: u64) -> u64 {
    1 << number.trailing_zeros().min(62)
}

/// The bits of a padding value in a format.
fn padding_bits(padding: PaddingValue, scalar: Scalar) -> u64 {
    let Some(format) = scalar.float_format() else { return 0 };
    let infinity = format.infinity().unwrap_or(format.canonical_nan());
    match padding {
        PaddingValue::Zero => 0,
        PaddingValue::NegZero => format.sign_bit(),
        PaddingValue::Nan => format.canonical_nan(),
        PaddingValue::PosInf => infinity,
        PaddingValue::NegInf => infinity | format.sign_bit(),
    }
}
