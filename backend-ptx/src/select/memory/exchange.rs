//! The exchange of elements through shared memory: what threads write, and what they read.
//!
//! In: a planned [`Exchange`] and the registers of one side. Out: the accesses of that side, of neighbouring elements
//! by one instruction each. Both sides place an element alike, by the offsets of the plan.

use ir::Elem;
use smallvec::{SmallVec, smallvec};

use crate::linear::convert::{Exchange, MatrixRead};
use crate::linear::gf2;
use crate::linear::gf2::Columns;
use crate::linear::interned::LayoutId;
use crate::linear::layout::{Axis, LANE_BITS, LinearLayout, dim_shifts, shape_bits};
use crate::ptx::inst::{Guard, Op, Operand};
use crate::ptx::regs::Val;
use crate::ptx::types::{Matrices, Space, Trans, Ty, Vector};
use crate::schedule::pipeline::AsyncLoad;
use crate::select::memory::element;
use crate::select::memory::scratch::Region;
use crate::select::thread::{replicas, thread_columns};
use crate::select::{Cx, Select, Unsupported};

/// All lanes of a warp, in shuffles and warp barriers.
pub const ALL_LANES: Val = Val::Imm(0xFFFF_FFFF);

impl Cx<'_> {
    /// A whole way through shared memory.
    pub fn exchange(
        &mut self,
        tile: &[Val],
        elem: Elem,
        from: &LinearLayout,
        to: &LinearLayout,
        exchange: &Exchange,
    ) -> Select<Vec<Val>> {
        let mut out = vec![Val::ZERO; to.num_registers() as usize];
        for pass in 0..1u32 << exchange.passes.len() {
            let (region, base) = self.write_side(tile, elem, from, exchange, pass)?;
            if exchange.within_warp {
                self.warp_barrier();
                self.scratch.read(region);
            } else {
                self.publish(region);
            }
            self.read_side(elem, to, exchange, (base, pass), &mut out);
        }
        Ok(out)
    }

    /// Which threads write in a pass: one of those that hold the same, and those whose turn it is.
    fn writer(&mut self, from: &LinearLayout, exchange: &Exchange, pass: u32) -> Option<Guard> {
        let mut mask = replicas(from);
        let mut work_idx = 0;
        for (i, &bit) in exchange.passes.iter().enumerate() {
            let thread = match from.owner(bit) {
                Some((Axis::Lane, lane)) => 1 << lane,
                Some((Axis::Warp, warp)) => 1 << (LANE_BITS + warp),
                Some((Axis::Register, _)) | None => continue,
            };
            mask |= thread;
            work_idx |= thread * (pass >> i & 1);
        }
        self.threads_with(mask, work_idx)
    }

    pub(in crate::select) fn write_side(
        &mut self,
        tile: &[Val],
        elem: Elem,
        from: &LinearLayout,
        exchange: &Exchange,
        pass: u32,
    ) -> Select<(Region, Val)> {
        let bytes = element::bytes(elem);
        let memory: Vec<Val> = tile.iter().map(|&val| self.to_memory(val, elem)).collect();
        let writer = self.writer(from, exchange, pass);
        let sliced = exchange.within_warp && exchange.is_sliced(from);
        let (region, base) = self.acquire_for(exchange.elements * bytes, sliced)?;
        let side = ExchangeAccesses::new(from, exchange, bytes, pass);
        let thread = self.side_address(base, &side);
        for (start, registers) in &side.accesses {
            let group: Vec<Val> = registers.iter().map(|&r| memory[r as usize]).collect();
            let address = self.access_address(thread, base, *start, &side);
            self.store_shared(writer, address, &group, bytes);
        }
        Ok((region, base))
    }

    /// Writes a tile to a buffer, each element once, in the order of an exchange.
    pub(in crate::select) fn write_staged(
        &mut self,
        tile: &[Val],
        elem: Elem,
        from: &LinearLayout,
        exchange: &Exchange,
        base: Val,
    ) {
        let bytes = element::bytes(elem);
        let memory: Vec<Val> = tile.iter().map(|&val| self.to_memory(val, elem)).collect();
        let writer = self.threads_with(replicas(from), 0);
        let side = ExchangeAccesses::new(from, exchange, bytes, 0);
        let thread = self.side_address(base, &side);
        for (start, registers) in &side.accesses {
            let group: Vec<Val> = registers.iter().map(|&r| memory[r as usize]).collect();
            let address = self.access_address(thread, base, *start, &side);
            self.store_shared(writer, address, &group, bytes);
        }
    }

    /// Reads what one buffer holds of an asynchronous load's tile in a layout: all, or of a tile that fills
    /// several the part with this number.
    pub fn read_staged(
        &mut self,
        value: ir::Value,
        async_load: &AsyncLoad,
        (base, fill): (Val, u32),
        layout: LayoutId,
        out: &mut [Val],
    ) -> Select<()> {
        let (elem, layout) = (self.elem(value), self.layout(layout));
        let bytes = element::bytes(elem);
        let inner = async_load.axes[0];
        let chunks = async_load
            .epilogue_load
            .map_or(async_load.staged.chunks, |epilogue_load| epilogue_load.chunks);
        let (rows, columns) = async_load.staged.places_by_axis(chunks);
        let shifts = dim_shifts(layout.shape());
        let mut offsets: Columns = smallvec![0; shape_bits(layout.shape()) as usize];
        let mut passes: SmallVec<[u32; 4]> = smallvec![];
        for (dim, (&extent, &shift)) in layout.shape().iter().zip(&shifts).enumerate() {
            let of_axis = if dim == inner { &columns } else { &rows };
            for (bit, &place) in of_axis[..extent.trailing_zeros() as usize].iter().enumerate() {
                offsets[shift as usize + bit] = place / bytes;
                if place == 0 {
                    passes.push(shift + bit as u32);
                }
            }
        }
        let elements = async_load.staged.chunk_bytes() * chunks / bytes;
        let exchange = Exchange::of_order(&layout, bytes, offsets, passes, elements)
            .ok_or_else(|| Unsupported::op("a layout that cannot be read from a buffer"))?;
        self.read_side(elem, &layout, &exchange, (base, fill), out);
        Ok(())
    }

    pub(in crate::select) fn read_side(
        &mut self,
        elem: Elem,
        to: &LinearLayout,
        exchange: &Exchange,
        (base, pass): (Val, u32),
        out: &mut [Val],
    ) {
        let bytes = element::bytes(elem);
        if let Some(matrix) = &exchange.matrix {
            return self.read_matrices((elem, to), exchange, matrix, (base, pass), out);
        }
        let side = ExchangeAccesses::new(to, exchange, bytes, pass);
        let thread = self.side_address(base, &side);
        for (start, registers) in &side.accesses {
            let address = self.access_address(thread, base, *start, &side);
            let group = self.load_shared(address, registers.len() as u32, bytes);
            for (&register, &val) in registers.iter().zip(&group) {
                out[register as usize] = self.from_memory(val, elem);
            }
        }
    }

    /// The reading side by `ldmatrix`, up to four matrices at a time.
    fn read_matrices(
        &mut self,
        (elem, to): (Elem, &LinearLayout),
        exchange: &Exchange,
        matrix: &MatrixRead,
        (base, pass): (Val, u32),
        out: &mut [Val],
    ) {
        let bytes = element::bytes(elem);
        let offset = |element: u32| gf2::apply(&exchange.offsets, element) * bytes;
        let bases = to.bases(Axis::Register);
        let in_pass = |bit: &u32| exchange.passes.contains(&bases[*bit as usize].trailing_zeros());
        let above_word = matrix.in_word..bases.len() as u32;
        let free: SmallVec<[u32; 8]> = above_word.filter(|bit| !in_pass(bit)).collect();
        // Lanes 0-7 give the rows of the first matrix, 8-15 those of the second, and so on.
        let several = free.len().min(2);
        let matrices = [Matrices::X1, Matrices::X2, Matrices::X4][several];
        let mut columns: Vec<u32> = matrix.rows.iter().map(|&row| offset(1 << row)).collect();
        columns.extend((0..2).map(|i| match free.get(i) {
            Some(&bit) => offset(bases[bit as usize]),
            None => 0,
        }));
        columns.extend(to.bases(Axis::Warp).iter().map(|&basis| offset(basis)));
        let pass_part =
            exchange.passes.iter().enumerate().fold(0, |register, (i, &bit)| match to.owner(bit) {
                Some((_, owner)) if pass >> i & 1 == 1 => register | 1 << owner,
                _ => register,
            });
        let rest = &free[several..];
        let starts: Vec<(u32, u32)> = (0..1u32 << rest.len())
            .map(|combination| {
                let chosen = rest.iter().enumerate().filter(|(i, _)| combination >> i & 1 == 1);
                let register = chosen.fold(pass_part, |register, (_, bit)| register | 1 << bit);
                (register, offset(to.register_part(register & !pass_part)))
            })
            .collect();
        let thread_mask = columns.iter().fold(0, |mask, column| mask | column);
        let overlap = starts.iter().fold(0, |mask, (_, start)| mask | start) & thread_mask;
        let side = ExchangeAccesses { thread: columns, overlap, accesses: Vec::new() };
        let thread = self.side_address(base, &side);
        let trans = if matrix.transposed { Trans::Yes } else { Trans::No };
        for (register, start) in starts {
            let address = self.access_address(thread, base, start, &side);
            let words = self.b.def_all(Op::LdMatrix { matrices, trans }, smallvec![address]);
            for (i, word) in words.into_iter().enumerate() {
                let selected = (0..several).filter(|bit| i >> bit & 1 == 1);
                let first = selected.fold(register, |register, bit| register | 1 << free[bit]);
                let elements = self.unpack_words(&[word.into()], bytes);
                for (k, val) in elements.into_iter().enumerate() {
                    out[first as usize + k] = self.from_memory(val, elem);
                }
            }
        }
    }

    /// The offset in bytes that the thread decides.
    fn side_address(&mut self, base: Val, side: &ExchangeAccesses) -> Val {
        let offset = self.map_thread(&side.thread);
        if side.overlap == 0 {
            return self.b.def(Op::Add { ty: Ty::U32 }, &[base, offset]);
        }
        offset
    }

    /// Base register and constant of one access. Offset bits that thread and register both decide
    /// are XORed, the others added.
    fn access_address(
        &mut self,
        thread: Val,
        base: Val,
        start: u32,
        side: &ExchangeAccesses,
    ) -> Operand {
        let (crossed, added) = (start & side.overlap, start & !side.overlap);
        if side.overlap == 0 {
            return self.b.mem(thread, added as i32);
        }
        let offset = self.b.def(Op::Xor { ty: Ty::B32 }, &[thread, Val::u32(crossed)]);
        let address = self.b.def(Op::Add { ty: Ty::U32 }, &[base, offset]);
        self.b.mem(address, added as i32)
    }

    /// Stores neighbouring elements, in memory form, by one access.
    pub fn store_shared(
        &mut self,
        guard: Option<Guard>,
        address: Operand,
        elements: &[Val],
        bytes: u32,
    ) {
        let total = bytes * elements.len() as u32;
        let (words, ty) = match total {
            1 | 2 => (elements.to_vec(), element::memory_type(bytes)),
            _ => (self.pack_words(elements, bytes), if bytes == 8 { Ty::B64 } else { Ty::B32 }),
        };
        let vector = Vector::of(words.len() as u32).unwrap_or(Vector::One);
        let op = Op::store(Space::Shared, vector, ty);
        let data = match words[..] {
            [word] => Operand::Val(word),
            _ => Operand::Vec(words.into()),
        };
        self.b.emit_if(guard, op, &[], &[address, data]);
    }

    /// Loads neighbouring elements, in memory form, by one access.
    pub fn load_shared(&mut self, address: Operand, count: u32, bytes: u32) -> Vec<Val> {
        let total = bytes * count;
        let (words, ty) = match total {
            1 | 2 => (1, element::memory_type(total)),
            _ if bytes == 8 => (count, Ty::B64),
            _ => (total / 4, Ty::B32),
        };
        let vector = Vector::of(words).unwrap_or(Vector::One);
        let op = Op::load(Space::Shared, vector, ty);
        let loaded: Vec<Val> =
            self.b.def_all(op, smallvec![address]).iter().map(|&r| r.into()).collect();
        match *loaded.as_slice() {
            [pair] if total == 2 && bytes == 1 => {
                let low = self.b.def(element::cvt(Ty::U32, Ty::U16), &[pair]);
                vec![low, self.b.def(Op::Shr { ty: Ty::U32 }, &[low, Val::u32(8)])]
            }
            _ if total <= 2 => loaded,
            _ => self.unpack_words(&loaded, bytes),
        }
    }
}

/// The accesses of one side of an exchange.
struct ExchangeAccesses {
    /// Byte offset, as columns for the bits of the thread number.
    thread: Vec<u32>,
    /// Byte offset bits that both the thread and the register decide.
    overlap: u32,
    /// Byte offset of each access and the registers that it moves, in order.
    accesses: Vec<(u32, SmallVec<[u32; 16]>)>,
}

impl ExchangeAccesses {
    fn new(layout: &LinearLayout, exchange: &Exchange, bytes: u32, pass: u32) -> ExchangeAccesses {
        let offset = |element: u32| gf2::apply(&exchange.offsets, element) * bytes;
        let thread = thread_columns(layout, offset);
        let thread_mask = thread.iter().fold(0, |mask, column| mask | column);
        let in_vector = exchange.vector.iter().fold(0, |mask, bit| mask | 1 << bit);
        let mut register_mask = 0;
        let mut accesses = Vec::new();
        for register in 0..layout.num_registers() {
            let element = layout.register_part(register);
            let held = layout.covered(Axis::Register);
            let in_pass = exchange
                .passes
                .iter()
                .enumerate()
                .all(|(i, &bit)| held >> bit & 1 == 0 || element >> bit & 1 == pass >> i & 1);
            if element & in_vector != 0 || !in_pass {
                continue;
            }
            let registers = (0..1u32 << exchange.vector.len()).map(|step| {
                let bits = exchange.vector.iter().enumerate();
                bits.fold(register, |r, (i, &bit)| match layout.owner(bit) {
                    Some((_, owner)) if step >> i & 1 == 1 => r | 1 << owner,
                    _ => r,
                })
            });
            let start = offset(element);
            register_mask |= start;
            accesses.push((start, registers.collect()));
        }
        debug_assert_eq!(layout.bases(Axis::Lane).len() as u32, LANE_BITS);
        ExchangeAccesses { thread, overlap: thread_mask & register_mask, accesses }
    }
}
