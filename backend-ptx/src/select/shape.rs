//! Constants, indices, and everything that only renames elements.

use ir::{DenseConstant, Elem, InstData, Scalar, Value};
use smallvec::{SmallVec, smallvec};

use crate::layout::assign::{extracted, operand_layout};
use crate::linear::interned::LayoutId;
use crate::linear::layout::{LinearLayout, coordinates, dim_shifts};
use crate::ptx::Variable;
use crate::ptx::builder::{Exact, untyped};
use crate::ptx::inst::{Guard, Op, Operand};
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Ftz, Space, Ty, Vector};
use crate::select::memory::element;
use crate::select::memory::exchange::ALL_LANES;
use crate::select::thread::thread_columns;
use crate::select::{Cx, Select, Unsupported, family};

impl Cx<'_> {
    /// Selects an operation of the family `shape_ops`.
    pub(in crate::select) fn shape_inst(&mut self, data: &InstData, result: Value) -> Select<()> {
        match data {
            InstData::Constant { value } => self.constant(value, result),
            InstData::Poison {} => self.poison(result),
            InstData::Iota {} => self.iota(result),
            InstData::Broadcast { source } => self.broadcast(data, *source, result),
            InstData::Reshape { source } => self.reshape(data, *source, result),
            InstData::Permute { source, .. } => self.permute(data, *source, result),
            InstData::Extract { source, indices } => self.extract(*source, indices, result),
            InstData::Cat { lhs, rhs, dim } => self.cat(data, *lhs, *rhs, *dim, result),
            InstData::Pack { source } => self.pack(data, *source, result),
            InstData::Unpack { source } => self.unpack(data, *source, result),
            not_shape_ops!() => Err(family::misplaced(data)),
        }
    }

    /// Any bits do for a value that was never given; zeros need no register.
    pub fn poison(&mut self, result: Value) -> Select<()> {
        match self.elem(result) {
            Elem::Scalar(scalar) => self.constant(&DenseConstant::splat(scalar, 0), result),
            Elem::Ptr(_) | Elem::MultimemPtr(..) => {
                self.constant(&DenseConstant::splat(Scalar::I64, 0), result)
            }
        }
    }

    pub fn constant(&mut self, value: &DenseConstant, result: Value) -> Select<()> {
        let elem = self.elem(result);
        if let Some(bits) = value.as_splat() {
            return self.materialize(result, |cx, layout| {
                Ok(vec![Val::Imm(bits); cx.plan.layouts[layout].num_registers() as usize])
            });
        }
        // A table in constant memory, read where the thread's elements are.
        let bytes = element::bytes(elem);
        let symbol = self.b.named_variable(Variable {
            name: format!("{}_constant{}", self.name, result),
            space: Space::Global,
            align: 16,
            bytes: value.bytes().len() as u64,
            init: value.bytes().to_vec(),
            visible: false,
        });
        self.materialize(result, |cx, layout| {
            let layout = cx.layout(layout);
            let base = cx.b.def_from(Op::MovAddress { ty: Ty::U64 }, Operand::Address(symbol));
            let thread = cx.thread_part(&layout);
            let address = cx.offset_pointer(base, thread, Scalar::I32, bytes);
            let op = Op::load(Space::Global, Vector::One, element::memory_type(bytes));
            let mut out = Vec::new();
            for register in 0..layout.num_registers() {
                let offset = (layout.register_part(register) * bytes) as i32;
                let address = cx.b.mem(address, offset);
                let loaded = cx.b.def_all(op, smallvec![address])[0].into();
                out.push(cx.from_memory(loaded, elem));
            }
            Ok(out)
        })
    }

    pub fn iota(&mut self, result: Value) -> Select<()> {
        let Elem::Scalar(scalar) = self.elem(result) else {
            return Err(Unsupported::op("iota of pointers"));
        };
        self.materialize(result, |cx, layout| {
            let layout = cx.layout(layout);
            let thread = cx.thread_part(&layout);
            let registers = 0..layout.num_registers();
            Ok(registers
                .map(|register| {
                    let part = layout.register_part(register);
                    match scalar {
                        Scalar::I64 => {
                            let thread = cx.b.widen(thread, false);
                            cx.b.sum(Ty::S64, thread, i64::from(part), Exact::BOTH)
                        }
                        // Narrow tiles are small enough that nothing is gained from sums.
                        Scalar::I1 | Scalar::I16 => {
                            let index =
                                cx.b.def(Op::Add { ty: Ty::U32 }, &[thread, Val::u32(part)]);
                            cx.truncate(index, Scalar::I32, scalar)
                        }
                        _ => cx.b.sum(Ty::S32, thread, i64::from(part), Exact::BOTH),
                    }
                })
                .collect())
        })
    }

    /// The id of the layout that `source` must have for the result to have `layout`.
    fn source_layout(
        &mut self,
        data: &InstData,
        source: Value,
        layout: LayoutId,
    ) -> Option<LayoutId> {
        let wanted = operand_layout(data, &self.plan.layouts[layout], self.dims(source))?;
        Some(self.plan.layouts.intern(wanted))
    }

    fn source_tile(
        &mut self,
        data: &InstData,
        source: Value,
        layout: LayoutId,
    ) -> Select<super::Tile> {
        match self.source_layout(data, source, layout) {
            Some(id) => self.at(source, id),
            None => Err(Unsupported::op(format!("{} in this layout", data.opcode().mnemonic()))),
        }
    }

    pub fn broadcast(&mut self, data: &InstData, source: Value, result: Value) -> Select<()> {
        let dims: SmallVec<[u32; 4]> = self.dims(source).into();
        self.materialize(result, |cx, layout| {
            let tile = cx.source_tile(data, source, layout)?;
            if tile.len() == 1 {
                return Ok(vec![tile[0]; cx.plan.layouts[layout].num_registers() as usize]);
            }
            let layout = cx.layout(layout);
            // The register that holds the source's element at the same coordinates, where those
            // along broadcast dimensions are zero.
            let small = operand_layout(data, &layout, &dims)
                .ok_or_else(|| Unsupported::op("broadcast in this layout"))?;
            let registers = 0..layout.num_registers();
            Ok(registers
                .map(|register| {
                    let element = layout.register_part(register);
                    let mut wanted = coordinates(layout.shape(), element);
                    for (c, &extent) in wanted.iter_mut().zip(&dims) {
                        *c &= extent - 1;
                    }
                    tile[register_of(&small, &wanted) as usize]
                })
                .collect())
        })
    }

    pub fn reshape(&mut self, data: &InstData, source: Value, result: Value) -> Select<()> {
        self.materialize(result, |cx, layout| Ok(cx.source_tile(data, source, layout)?.to_vec()))
    }

    pub fn permute(&mut self, data: &InstData, source: Value, result: Value) -> Select<()> {
        self.materialize(result, |cx, layout| Ok(cx.source_tile(data, source, layout)?.to_vec()))
    }

    pub fn cat(
        &mut self,
        data: &InstData,
        lhs: Value,
        rhs: Value,
        dim: u32,
        result: Value,
    ) -> Select<()> {
        self.materialize(result, |cx, layout| {
            let (a, b) = (cx.source_tile(data, lhs, layout)?, cx.source_tile(data, rhs, layout)?);
            let Some((_, bit)) = cx.plan.layouts[layout].halve(dim as usize) else {
                return Err(Unsupported::op("cat in this layout"));
            };
            let low = (1usize << bit) - 1;
            Ok((0..2 * a.len())
                .map(|register| {
                    let half = if register >> bit & 1 == 0 { &a } else { &b };
                    let from = register & low | register >> 1 & !low;
                    cx.b.forget_sum(half[from])
                })
                .collect())
        })
    }

    pub fn extract(&mut self, source: Value, indices: &[Value], result: Value) -> Select<()> {
        let constants: Option<SmallVec<[u64; 4]>> =
            indices.iter().map(|&index| self.known(index)).collect();
        let Some(def_layout) = self.plan.required_layouts(source).first().copied() else {
            // The source is unused, so the result is unused too.
            return Ok(());
        };
        let dims: SmallVec<[u32; 4]> = self.dims(result).into();
        self.materialize(result, |cx, layout| {
            let from = cx.layout(cx.plan.def_layout(source).unwrap_or(def_layout));
            let tile = cx.at(source, cx.plan.def_layout(source).unwrap_or(def_layout))?;
            let in_registers = extracted(&from, &dims);
            if let (Some((small, bits)), Some(constants)) = (in_registers, &constants)
                && small == cx.plan.layouts[layout]
            {
                // An index out of range is undefined; it may wrap around.
                let start: SmallVec<[u32; 4]> = constants
                    .iter()
                    .zip(from.shape().iter().zip(&dims))
                    .map(|(&i, (&whole, &extent))| (i as u32 & (whole / extent - 1)) * extent)
                    .collect();
                let fixed = bits.iter().fold(0, |mask, bit| mask | 1u32 << bit);
                let corner = corner_registers(&from, &start, fixed);
                let free: SmallVec<[u32; 8]> = (0..from.num_registers().trailing_zeros())
                    .filter(|bit| fixed >> bit & 1 == 0)
                    .collect();
                return Ok((0..small.num_registers())
                    .map(|register| {
                        let spread = free.iter().enumerate();
                        let own = spread.fold(0, |r, (i, bit)| r | (register >> i & 1) << bit);
                        cx.b.forget_sum(tile[(own | corner) as usize])
                    })
                    .collect());
            }
            let to = cx.layout(layout);
            cx.extract_through_memory(source, &tile, &from, indices, &to)
        })
    }

    /// Any sub-tile, through shared memory in row-major order: the threads that hold elements of it
    /// write these, so it takes no more memory than the sub-tile has bytes. One that is larger than
    /// the memory there is goes in parts.
    fn extract_through_memory(
        &mut self,
        source: Value,
        tile: &[Val],
        from: &LinearLayout,
        indices: &[Value],
        to: &LinearLayout,
    ) -> Select<Vec<Val>> {
        let elem = self.elem(source);
        let bytes = element::bytes(elem);
        let count: u32 = to.shape().iter().product();
        let mut part = count;
        while part > 1 && part * bytes > self.scratch_limit {
            part /= 2;
        }
        // Where an element of the whole is in its sub-tile, and which sub-tile that is.
        let (shifts, own_shifts) = (dim_shifts(from.shape()), dim_shifts(to.shape()));
        let inside = |flat: u32| {
            let coords = coordinates(from.shape(), flat);
            let dims = coords.iter().zip(to.shape()).zip(&own_shifts);
            dims.fold(0, |sum, ((c, extent), shift)| sum | (c & (extent - 1)) << shift)
        };
        let outside = |flat: u32| {
            let coords = coordinates(from.shape(), flat);
            let dims = coords.iter().zip(to.shape()).zip(&shifts);
            dims.fold(0, |sum, ((c, extent), shift)| sum | (c & !(extent - 1)) << shift)
        };
        let (low, high) = (part - 1, !(part - 1));
        let wanted = self.sub_tile_start(indices, to, &shifts)?;
        let own = self.map_thread(&thread_columns(from, outside));
        let own = self.b.def(Op::Xor { ty: Ty::B32 }, &[own, wanted]);
        let own_part = self.map_thread(&thread_columns(from, |flat| inside(flat) & high));
        let read_part = self.map_thread(&thread_columns(to, |flat| flat & high));
        let written = self.map_thread(&thread_columns(from, |flat| (inside(flat) & low) * bytes));
        let read = self.map_thread(&thread_columns(to, |flat| (flat & low) * bytes));
        let writer = self.representative(from);
        let mut out: Vec<Option<Val>> = vec![None; to.num_registers() as usize];
        for start in (0..count).step_by(part as usize) {
            let (region, base) = self.acquire(part * bytes)?;
            let address = self.b.def(Op::Add { ty: Ty::U32 }, &[base, written]);
            for register in 0..from.num_registers() {
                let flat = from.register_part(register);
                // Computed once for all registers of one sub-tile.
                let is_inside = self.is_equal(own, outside(flat));
                let is_here = self.is_equal(own_part, start ^ (inside(flat) & high));
                let holds = self.b.def(Op::And { ty: Ty::Pred }, &[is_inside, is_here]);
                let holds = match writer {
                    Some(first) => {
                        self.b.def(Op::And { ty: Ty::Pred }, &[holds, first.pred.into()])
                    }
                    None => holds,
                };
                let guard = holds.reg().map(|pred| Guard { pred, negated: false });
                if guard.is_none() && holds.imm() == Some(0) {
                    continue;
                }
                let val = self.to_memory(tile[register as usize], elem);
                let place = self.b.mem(address, ((inside(flat) & low) * bytes) as i32);
                self.store_shared(guard, place, &[val], bytes);
            }
            self.publish(region);
            let address = self.b.def(Op::Add { ty: Ty::U32 }, &[base, read]);
            for (register, out) in (0..).zip(&mut out) {
                let flat = to.register_part(register);
                let place = self.b.mem(address, ((flat & low) * bytes) as i32);
                let loaded = self.load_shared(place, 1, bytes)[0];
                *out = Some(match (*out, self.b.class(loaded)) {
                    (Some(other), Some(class)) => {
                        let is_here = self.is_equal(read_part, start ^ (flat & high));
                        self.b.def(Op::Selp { ty: untyped(class) }, &[loaded, other, is_here])
                    }
                    _ => loaded,
                });
            }
        }
        Ok(out.into_iter().flatten().map(|loaded| self.from_memory(loaded, elem)).collect())
    }

    /// The first element of the sub-tile with these indices, in the whole, whose dimensions begin at these bits.
    fn sub_tile_start(
        &mut self,
        indices: &[Value],
        to: &LinearLayout,
        shifts: &[u32],
    ) -> Select<Val> {
        let mut wanted = Val::u32(0);
        for ((&index, &extent), shift) in indices.iter().zip(to.shape()).zip(shifts) {
            let index = self.scalar(index)?;
            let step = self.b.mul_int(Ty::U32, index, Val::u32(extent << shift), Exact::NEITHER);
            wanted = self.b.def(Op::Add { ty: Ty::U32 }, &[wanted, step]);
        }
        Ok(wanted)
    }

    /// Whether a number is the one that is known.
    fn is_equal(&mut self, value: Val, known: u32) -> Val {
        let equal = Op::Setp { cmp: Cmp::Eq, ftz: Ftz::Keep, ty: Ty::U32 };
        self.b.def(equal, &[value, Val::u32(known)])
    }

    pub fn pack(&mut self, data: &InstData, source: Value, result: Value) -> Select<()> {
        let elem = self.elem(source);
        let bytes = element::bytes(elem);
        self.materialize(result, |cx, layout| {
            let tile = cx.source_tile(data, source, layout)?;
            let bits = elem.bits();
            if bits < 8 {
                let bytes = tile.chunks_exact(8 / bits as usize).map(|boxes_per_chunk| {
                    let boxes_per_chunk =
                        boxes_per_chunk.iter().map(|&part| cx.to_memory(part, elem));
                    let boxes_per_chunk: Vec<Val> = boxes_per_chunk.collect();
                    let mut byte = boxes_per_chunk[0];
                    for (i, &part) in (1..).zip(&boxes_per_chunk[1..]) {
                        let place = [part, byte, Val::u32(i * bits), Val::u32(bits)];
                        byte = cx.b.def(Op::Bfi { ty: Ty::B32 }, &place);
                    }
                    byte
                });
                return Ok(bytes.collect());
            }
            let mut out = Vec::new();
            for &val in tile.iter() {
                let val = cx.to_memory(val, elem);
                match bytes {
                    1 => out.push(val),
                    2 => {
                        let word = cx.b.def(element::cvt(Ty::U32, Ty::U16), &[val]);
                        out.extend(&cx.unpack_bytes(word)[..2]);
                    }
                    4 => out.extend(cx.unpack_bytes(val)),
                    _ => {
                        let (lo, hi) = cx.b.unpack32(val);
                        out.extend(cx.unpack_bytes(lo));
                        out.extend(cx.unpack_bytes(hi));
                    }
                }
            }
            Ok(out)
        })
    }

    pub fn unpack(&mut self, data: &InstData, source: Value, result: Value) -> Select<()> {
        let elem = self.elem(result);
        let bytes = element::bytes(elem) as usize;
        self.materialize(result, |cx, layout| {
            let tile = cx.source_tile(data, source, layout)?;
            let mut out = Vec::new();
            let bits = elem.bits();
            if bits < 8 {
                for &byte in tile.iter() {
                    for i in 0..8 / bits {
                        let part = Val::u32(i * bits);
                        let part = cx.b.def(Op::Shr { ty: Ty::U32 }, &[byte, part]);
                        let mask = Val::u32((1 << bits) - 1);
                        let part = cx.b.def(Op::And { ty: Ty::B32 }, &[part, mask]);
                        out.push(cx.from_memory(part, elem));
                    }
                }
                return Ok(out);
            }
            for chunk in tile.chunks_exact(bytes) {
                let val = match *chunk {
                    [a] => a,
                    [a, b] => {
                        let word = cx.b.def(Op::Prmt {}, &[a, b, Val::u32(0x0040)]);
                        cx.b.def(element::cvt(Ty::U16, Ty::U32), &[word])
                    }
                    [a, b, c, d] => cx.pack_bytes([a, b, c, d]),
                    [a, b, c, d, e, f, g, h] => {
                        let (lo, hi) = (cx.pack_bytes([a, b, c, d]), cx.pack_bytes([e, f, g, h]));
                        cx.b.pack32(lo, hi)
                    }
                    _ => Val::ZERO,
                };
                out.push(cx.from_memory(val, elem));
            }
            Ok(out)
        })
    }

    pub fn global_address(&mut self, global: ir::Global, result: Value) -> Select<()> {
        let symbol = self.globals[cranelift_entity::EntityRef::index(global)];
        self.need_whole_bytes(self.module.globals[global].value.elem().into())?;
        self.materialize(result, |cx, _| {
            let address = cx.b.def_from(Op::MovAddress { ty: Ty::U64 }, Operand::Address(symbol));
            Ok(vec![cx.b.def(Op::Cvta { space: Space::Global }, &[address])])
        })
    }

    /// Waits for the lanes of the warp.
    pub fn warp_barrier(&mut self) {
        self.b.emit(Op::BarWarpSync {}, &[], &[ALL_LANES.into()]);
    }
}

/// The register whose part of the element has these coordinates.
pub fn register_of(layout: &LinearLayout, coords: &[u32]) -> u32 {
    let flat = crate::linear::layout::flatten(layout.shape(), coords);
    let bases = layout.bases(crate::linear::layout::Axis::Register).iter().enumerate();
    bases.fold(
        0,
        |register, (bit, basis)| if flat & basis != 0 { register | 1 << bit } else { register },
    )
}

/// The register bits among `fixed` that the corner of a sub-tile sets.
fn corner_registers(layout: &LinearLayout, start: &[u32], fixed: u32) -> u32 {
    register_of(layout, start) & fixed
}
