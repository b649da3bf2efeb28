//! Where the elements of a view's tile are, and which of them lie inside the tensor.
//!
//! An access computes the address of the tile's origin once for all threads, adds what the thread's own
//! coordinates contribute, and the rest is constants.
//!
//! Whether the whole tile lies inside the tensor, and whether wide accesses are aligned, is proven
//! from the facts or asked once, by a test that comes out alike in all threads.
//!
//! In: a view, the index of a tile and the layout of its registers. Out: an address and a bound for each register, and
//! how many elements an access may move where the test holds.

use ir::fold::constant;
use ir::{Elem, Function, InstData, Type, TypeKind, Value};
use smallvec::{SmallVec, smallvec};

use crate::layout::assign::{along_dim, view_runs};
use crate::linear::layout::{LinearLayout, coordinates};
use crate::ptx::builder::Exact;
use crate::ptx::inst::Op;
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Ftz, Ty};
use crate::select::memory::element;
use crate::select::memory::view::{ViewDim, power_of_two_factor};
use crate::select::shape::register_of;
use crate::select::thread::thread_columns;
use crate::select::{Cx, Select, Unsupported};
use crate::target::MAX_VECTOR_BYTES;

/// The largest extent that a tensor map has.
const LARGEST: u64 = i32::MAX as u64;

/// A tile of a view, about to be accessed.
pub struct TileAccess {
    pub elem: Elem,
    /// Address of the tile's first element.
    pub origin: Val,
    /// Per tile dimension: stride in bytes, and how many elements lie inside the tensor, if that
    /// may be fewer than the tile has.
    pub dims: Vec<(Val, Option<Val>)>,
    /// Elements that one access can move where the checks hold.
    pub count: usize,
    /// Whether alignment is proven for `count`.
    pub aligned: bool,
    /// The low bits of base and strides, if it is not.
    pub base: Val,
    /// Where a dimension goes from place to place by a tile of numbers.
    pub picked: Option<Picked>,
}

/// The sparse dimension of a gather/scatter view.
pub struct Picked {
    /// Per register of the tile: where its element is along the dimension, in 64 bits.
    pub places: Vec<Val>,
    /// Bytes from one place to the next.
    pub stride: Val,
    pub extent: Val,
}

impl Cx<'_> {
    /// Prepares an access to the tile at `index`, whose registers are in `layout`.
    pub(in crate::select) fn tile_access(
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
        let sparse = self.module.types.sparse_dim(ty);
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
                divisor = divisor.min(dim.stride_divisor.saturating_mul(u64::from(bytes)));
                low_bits = self.b.def(Op::Or { ty: Ty::B64 }, &[low_bits, stride]);
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
            // A tile starts inside the tensor, for else the access is undefined; but of a tile that `split_k` has split the
            // first part alone need start there.
            let tile = layout.shape()[i];
            let starts_inside =
                self.starts_inside(ty, dim) && !is_later_part(self.function, index[i]);
            let inside = starts_inside && steps[i] == tile && dim.extent_divisor >= u64::from(tile);
            // An element of a gather/scatter view has no sign: one in front of the tensor is far behind it.
            let is_gathered = matches!(self.module.types.kind(ty), TypeKind::GatherScatterView(_));
            let from = match is_gathered && !inside {
                true => self.b.def(Op::Min { ty: Ty::U64 }, &[start, dim.extent]),
                false => start,
            };
            let left = (!inside).then(|| self.left_inside(dim, from, tile, starts_inside));
            dims.push((stride, left));
            if sparse.is_some() {
                // Slices begin at any element.
                let of_start = self.facts.get(index[i]).divisor();
                let of_offset = of_start.saturating_mul(dim.stride_divisor);
                divisor = divisor.min(of_offset.saturating_mul(u64::from(bytes)));
                low_bits = self.b.def(Op::Or { ty: Ty::B64 }, &[low_bits, offset]);
            }
            if runs.get(i) == Some(&1) && tile > 1 {
                // Rows start where their stride says.
                divisor = divisor.min(dim.stride_divisor.saturating_mul(u64::from(bytes)));
                low_bits = self.b.def(Op::Or { ty: Ty::B64 }, &[low_bits, stride]);
            } else if tile > 1 && steps[i] != tile && sparse.is_none() {
                divisor = divisor
                    .min(power_of_two_factor(u64::from(steps[i])).saturating_mul(u64::from(bytes)));
            } else if tile == 1 {
                divisor = divisor.min(dim.stride_divisor.saturating_mul(u64::from(bytes)));
                low_bits = self.b.def(Op::Or { ty: Ty::B64 }, &[low_bits, stride]);
            }
        }
        let count = match &picked {
            Some(_) => elements_at_once(layout, &runs, layout.shape(), bytes),
            None => elements_at_once(layout, &runs, &steps, bytes),
        };
        let aligned = divisor >= u64::from(count * bytes);
        let count = count as usize;
        Ok(TileAccess { elem, origin, dims, count, aligned, base: low_bits, picked })
    }

    /// Whether tiles of a view start inside of a dimension. Those of a gather/scatter view have padding at any element, and so
    /// have those of a strided view: `pointer_tiles` makes one of pointers whose mask may hold nowhere in a tile.
    pub(in crate::select) fn starts_inside(&self, view: Type, dim: ViewDim) -> bool {
        match self.module.types.kind(view) {
            TypeKind::GatherScatterView(_) => false,
            // No coordinate is as large as the extents of dimensions without a mask.
            TypeKind::StridedView(_) => dim.extent.imm().is_some_and(|extent| extent >= LARGEST),
            TypeKind::PartitionView(_) => true,
            TypeKind::Token | TypeKind::Tile(_) | TypeKind::TensorView(_) => true,
        }
    }

    /// How many elements from `start` on, of those of a tile, lie inside the tensor.
    fn left_inside(&mut self, dim: ViewDim, start: Val, tile: u32, starts_inside: bool) -> Val {
        let mut left = self.b.def(Op::Sub { ty: Ty::S64 }, &[dim.extent, start]);
        if !starts_inside {
            left = self.b.def(Op::Max { ty: Ty::S64 }, &[left, Val::ZERO]);
        }
        let left = self.b.def(Op::Min { ty: Ty::S64 }, &[left, Val::u32(tile)]);
        self.b.def(element::cvt(Ty::U32, Ty::U64), &[left])
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

    /// The test, alike in all threads, that decides between wide and single accesses. Whether a place that threads pick is
    /// inside, each of them asks.
    pub(in crate::select) fn interior(
        &mut self,
        access: &TileAccess,
        layout: &LinearLayout,
    ) -> Val {
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
    pub(in crate::select) fn thread_coordinates(&mut self, layout: &LinearLayout) -> Vec<Val> {
        (0..layout.rank())
            .map(|dim| {
                let columns =
                    thread_columns(layout, |basis| coordinates(layout.shape(), basis)[dim]);
                self.map_thread(&columns)
            })
            .collect()
    }

    /// Addresses of the elements of all registers.
    pub(in crate::select) fn addresses(
        &mut self,
        access: &TileAccess,
        layout: &LinearLayout,
    ) -> Vec<Val> {
        let threads = self.thread_coordinates(layout);
        let mut base = access.origin;
        for (&thread, &(stride, _)) in threads.iter().zip(&access.dims) {
            let thread = self.b.widen(thread, false);
            let offset = self.b.mul_int(Ty::S64, thread, stride, Exact::NEITHER);
            base = self.b.add_int(Ty::S64, base, offset, Exact::NEITHER);
        }
        let mut last: (SmallVec<[u32; 4]>, Val) = (smallvec![0; layout.rank()], base);
        (0..layout.num_registers())
            .map(|register| {
                let coords = coordinates(layout.shape(), layout.register_part(register));
                let mut constant = 0i64;
                let (from, mut address) = match &last {
                    (at, address) if self.is_for_any_tensor && is_onward(at, &coords, access) => {
                        (at.clone(), *address)
                    }
                    _ => (smallvec![0; coords.len()], base),
                };
                for ((&c, from), &(stride, _)) in coords.iter().zip(from).zip(&access.dims) {
                    match stride.imm() {
                        Some(stride) => {
                            let offset = i64::from(c).wrapping_mul(stride as i64);
                            constant = constant.wrapping_add(offset);
                        }
                        None => {
                            let c = Val::u32(c - from);
                            let offset = self.b.mul_int(Ty::S64, stride, c, Exact::NEITHER);
                            address = self.b.def(Op::Add { ty: Ty::S64 }, &[address, offset]);
                        }
                    }
                }
                last = (coords, address);
                if let Some(Picked { places, stride, .. }) = &access.picked {
                    let place = places[register as usize];
                    let offset = self.b.mul_int(Ty::S64, place, *stride, Exact::NEITHER);
                    address = self.b.def(Op::Add { ty: Ty::S64 }, &[address, offset]);
                }
                self.b.sum(Ty::S64, address, constant, Exact::BOTH)
            })
            .collect()
    }

    /// Whether the place of a register along the sparse dimension is inside; `None` for a view without one.
    pub(in crate::select) fn is_place_inside(
        &mut self,
        access: &TileAccess,
        register: usize,
    ) -> Option<Val> {
        let Picked { places, extent, .. } = access.picked.as_ref()?;
        let op = Op::Setp { cmp: Cmp::Lt, ftz: Ftz::Keep, ty: Ty::U64 };
        Some(self.b.def(op, &[places[register], *extent]))
    }

    /// Whether the element of a register lies inside the tensor.
    pub(in crate::select) fn bound(
        &mut self,
        access: &TileAccess,
        layout: &LinearLayout,
        threads: &[Val],
        register: u32,
    ) -> Val {
        let coords = coordinates(layout.shape(), layout.register_part(register));
        let mut inside = self.is_place_inside(access, register as usize).unwrap_or(Val::Imm(1));
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

    /// Addresses and bounds of a tile, for atomics.
    pub fn addresses_and_bounds(
        &mut self,
        access: &TileAccess,
        layout: &LinearLayout,
    ) -> (Vec<Val>, Vec<Val>) {
        let addresses = self.addresses(access, layout);
        let threads = self.thread_coordinates(layout);
        let registers = 0..layout.num_registers();
        let bounds =
            registers.map(|register| self.bound(access, layout, &threads, register)).collect();
        (addresses, bounds)
    }
}

/// Whether coordinates are ahead of others, or the same, along each dimension whose stride is not known.
fn is_onward(from: &[u32], to: &[u32], access: &TileAccess) -> bool {
    let mut dims = from.iter().zip(to).zip(&access.dims);
    dims.all(|((from, to), (stride, _))| stride.imm().is_some() || from <= to)
}

/// Elements that one access can move, of tiles that are `steps` apart and whose dimensions have contiguous runs.
fn elements_at_once(layout: &LinearLayout, runs: &[u64], steps: &[u32], bytes: u32) -> u32 {
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
    count
}

/// Whether an index has the form in which [`split_k`](crate::legalize::split_k) numbers the parts of a tile behind the first.
fn is_later_part(function: &Function, index: Value) -> bool {
    let is_constant = |value: Value| constant(function, value).is_some();
    match function.def_data(index) {
        Some(&InstData::AddI { lhs, rhs, .. }) => {
            is_constant(rhs)
                && matches!(
                    function.def_data(lhs),
                    Some(&InstData::MulI { rhs, .. }) if is_constant(rhs)
                )
        }
        _ => false,
    }
}
