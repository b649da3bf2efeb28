//! Stores of tiles at edges of tensors, where each element has a test of its own.
//!
//! In: what a thread holds of a tile, in groups of neighbours that one access could move, and the address of the first.
//! Out: a loop over the groups. Registers have no numbers at run time, so what a turn stores goes through shared memory
//! that the thread alone accesses; it is filled anew as often as it is too small for all groups.
//!
//! Code without asynchronous loads has no shared memory to spare: it is not done there, nor for a few elements.

use smallvec::smallvec;

use crate::linear::layout::{Axis, LinearLayout, coordinates};
use crate::ptx::builder::Exact;
use crate::ptx::inst::{Guard, Op};
use crate::ptx::regs::{Class, Val};
use crate::ptx::types::{Cmp, Space, Ty, Uniform, Vector};
use crate::select::Cx;
use crate::select::memory::element;
use crate::select::memory::tile_access::TileAccess;
use crate::select::memory::wide_access::AccessGroup;
use crate::target::LANES;

/// Tests and stores that are not worth a loop.
const FEW: usize = 32;

/// What is stored, and by which threads.
pub struct EdgeStore<'a> {
    pub tile: &'a TileAccess,
    pub layout: &'a LinearLayout,
    /// The elements of a thread's registers, in memory form.
    pub memory: &'a [Val],
    pub only: Option<Guard>,
}

/// The groups of a thread: how many there are, and the dimension along which elements of a group are neighbours.
struct Groups {
    count: usize,
    along: usize,
    /// Bytes of a group, and how many of them shared memory has place for.
    bytes: u32,
    at_once: usize,
}

impl Cx<'_> {
    /// Stores elements with an operation for one of them, from the address of the first one on, unless it says that it
    /// does not.
    pub(in crate::select) fn store_by_groups(
        &mut self,
        store: &EdgeStore<'_>,
        op: Op,
        first: Val,
    ) -> bool {
        let Some(mut groups) = Groups::of(store) else { return false };
        if self.pipeline.is_none() {
            return false;
        }
        let of_warp = groups.bytes * LANES;
        let sizes = (of_warp * groups.count as u32, of_warp * 2);
        let warps = 1 << store.layout.bases(Axis::Warp).len();
        let Some((slices, base)) = self.acquire_slices(warps, sizes) else { return false };
        // A power of two: the turns go round by a mask.
        groups.at_once = 1 << (slices.bytes / of_warp).max(1).ilog2();
        let lane = self.b.def(Op::And { ty: Ty::B32 }, &[self.tid, Val::u32(LANES - 1)]);
        let warp = self.b.def(Op::Shr { ty: Ty::U32 }, &[self.tid, Val::u32(LANES.ilog2())]);
        let own = self.b.mul_int(Ty::U32, warp, Val::u32(slices.distance), Exact::BOTH);
        let base = self.b.def(Op::Add { ty: Ty::U32 }, &[base, own]);
        let own = self.b.mul_int(Ty::U32, lane, Val::u32(groups.bytes), Exact::BOTH);
        let base = self.b.def(Op::Add { ty: Ty::U32 }, &[base, own]);

        let number = self.b.fresh(Class::B32);
        self.b.assign(number, Val::ZERO);
        let head = self.b.loop_head();
        self.b.place(head);
        let mask = Val::u32(groups.at_once as u32 - 1);
        let turn = self.b.def(Op::And { ty: Ty::B32 }, &[number.into(), mask]);
        self.refill(store, &groups, (number.into(), turn), base);
        let offset = self.b.mul_int(Ty::U32, turn, Val::u32(of_warp), Exact::BOTH);
        let from = self.b.def(Op::Add { ty: Ty::U32 }, &[base, offset]);
        let elements = self.load_elements(from, store);
        self.store_group_at_edge(store, &groups, (op, first), number.into(), &elements);
        let next = self.b.def(Op::Add { ty: Ty::U32 }, &[number.into(), Val::u32(1)]);
        self.b.assign(number, next);
        let more = self.compare(Cmp::Ne, Ty::U32, next, Val::u32(groups.count as u32));
        self.b.branch_if(more, false, Uniform::Yes, head);
        true
    }

    /// The elements of a group in shared memory; those of 16 bits are not unpacked from words.
    fn load_elements(&mut self, from: Val, store: &EdgeStore<'_>) -> Vec<Val> {
        let (count, bytes) = (store.tile.count as u32, element::bytes(store.tile.elem));
        if bytes != 2 {
            let from = self.b.mem(from, 0);
            return self.load_shared(from, count, bytes);
        }
        let at_once = count.min(4);
        let vector = Vector::of(at_once).unwrap_or(Vector::One);
        let load = Op::load(Space::Shared, vector, Ty::B16);
        let mut elements = Vec::new();
        for first in (0..count).step_by(at_once as usize) {
            let from = self.b.mem(from, (first * bytes) as i32);
            elements.extend(self.b.def_all(load, smallvec![from]).into_iter().map(Val::from));
        }
        elements
    }

    /// Writes the groups from a number on to shared memory, if its turn is the first of those that read it.
    fn refill(
        &mut self,
        store: &EdgeStore<'_>,
        groups: &Groups,
        (number, turn): (Val, Val),
        base: Val,
    ) {
        let (full, tile) = (self.b.label(), store.tile);
        let is_full = self.compare(Cmp::Ne, Ty::U32, turn, Val::ZERO);
        self.b.branch_if(is_full, false, Uniform::Yes, full);
        let bytes = element::bytes(tile.elem);
        for begin in (0..groups.count).step_by(groups.at_once) {
            let next = self.b.label();
            let other = match groups.at_once == groups.count {
                true => Val::ZERO,
                false => self.compare(Cmp::Ne, Ty::U32, number, Val::u32(begin as u32)),
            };
            self.b.branch_if(other, false, Uniform::Yes, next);
            for place in 0..groups.at_once {
                let offset = place as i64 * i64::from(groups.bytes * LANES);
                let address = self.b.sum(Ty::U32, base, offset, Exact::BOTH);
                let first = (begin + place) * tile.count;
                let group = AccessGroup { address, first, count: tile.count };
                let always = self.mask_guard(None, None);
                self.store_group(always, &group, store.memory, Space::Shared, bytes);
            }
            self.b.place(next);
        }
        self.b.place(full);
    }

    /// Stores the elements of the group with this number that are inside of the tensor.
    fn store_group_at_edge(
        &mut self,
        store: &EdgeStore<'_>,
        groups: &Groups,
        (op, first): (Op, Val),
        number: Val,
        elements: &[Val],
    ) {
        let EdgeStore { tile, layout, only, .. } = *store;
        let threads = self.thread_coordinates(layout);
        let (mut address, mut inside, mut room) = (first, Val::Imm(1), None);
        for (dim, (&thread, &(stride, left))) in threads.iter().zip(&tile.dims).enumerate() {
            let of_group = self.map_bits(number, &groups.columns(store, dim));
            let wide = self.b.widen(of_group, false);
            let offset = self.b.mul_int(Ty::S64, wide, stride, Exact::NEITHER);
            address = self.b.add_int(Ty::S64, address, offset, Exact::NEITHER);
            let Some(left) = left else { continue };
            let at = self.b.def(Op::Add { ty: Ty::U32 }, &[thread, of_group]);
            if dim == groups.along {
                room = Some(self.b.def(Op::Sub { ty: Ty::S32 }, &[left, at]));
            } else {
                let below = self.compare(Cmp::Lt, Ty::U32, at, left);
                inside = self.and_pred(inside, below);
            }
        }
        // How many of its elements are inside, if that is more than none.
        let all = Val::u32(tile.count as u32);
        let room = room.unwrap_or(all);
        let room = match inside.imm() {
            Some(_) => room,
            None => self.b.def(Op::Selp { ty: Ty::B32 }, &[room, Val::ZERO, inside]),
        };
        let stride = tile.dims[groups.along].0;
        for (i, &element) in (0..).zip(elements) {
            let inside = self.compare(Cmp::Gt, Ty::S32, room, Val::u32(i));
            let guard = self.mask_guard(Some(inside), only);
            let offset = self.b.mul_int(Ty::S64, stride, Val::u32(i), Exact::NEITHER);
            let address = match offset.imm() {
                Some(offset) => self.b.mem(address, offset as i32),
                None => {
                    let address = self.b.add_int(Ty::S64, address, offset, Exact::NEITHER);
                    self.b.mem(address, 0)
                }
            };
            self.emit_guarded(guard, op, &[], &[address, element.into()]);
        }
    }
}

impl Groups {
    /// The groups of a thread's elements, if they are of a kind that is stored in a loop.
    fn of(store: &EdgeStore<'_>) -> Option<Groups> {
        let EdgeStore { tile, layout, memory, .. } = *store;
        let bytes = element::bytes(tile.elem) * tile.count as u32;
        let is_usual = tile.picked.is_none() && tile.count > 1 && bytes >= 4;
        if !is_usual || memory.len() < FEW || memory.len() == tile.count {
            return None;
        }
        // Its elements are neighbours along one dimension, in the order of the registers.
        let at =
            |register: usize| coordinates(layout.shape(), layout.register_part(register as u32));
        let along = at(1).iter().position(|&place| place == 1)?;
        let is_one_of_row = |register: usize| {
            let mut others = at(register).into_iter().enumerate();
            others.all(|(dim, place)| place == if dim == along { register as u32 } else { 0 })
        };
        let is_row = (0..tile.count).all(is_one_of_row);
        let count = memory.len() / tile.count;
        is_row.then_some(Groups { count, along, bytes, at_once: count })
    }

    /// What each bit of a group's number adds to the coordinate along a dimension.
    fn columns(&self, store: &EdgeStore<'_>, dim: usize) -> Vec<u32> {
        let layout = store.layout;
        let first = |bit: u32| layout.register_part((store.tile.count as u32) << bit);
        let bits = 0..self.count.ilog2();
        bits.map(|bit| coordinates(layout.shape(), first(bit))[dim]).collect()
    }
}
