//! Loads and stores through tiles of pointers.
//!
//! Elements that are neighbours in the registers of a thread and, as the facts show, in memory are
//! moved by one access of up to 16 bytes. Where the facts do not show that it is aligned, or that
//! the mask is the same for all its elements, the code asks: a thread whose addresses are aligned
//! and whose mask is all true takes the wide way, any other goes element by element.
//!
//! A value that several threads hold is stored by one of them. A strong load is done by one of
//! them too, and handed to the others, for otherwise they might not see the same.

use ir::{Elem, Inst, MemoryOrdering, MemoryScope, Value};
use smallvec::{SmallVec, smallvec};

use crate::codes;
use crate::linear::convert;
use crate::linear::interned::LayoutId;
use crate::linear::layout::LinearLayout;
use crate::ptx::Variable;
use crate::ptx::builder::{Exact, Guarded};
use crate::ptx::inst::{Guard, Op, Operand};
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{Cache, Cmp, Ftz, Scope, Sem, Space, Ty, Uniform, Vector};
use crate::select::memory::element;
use crate::select::memory::order::{AccessFootprint, Pending};
use crate::select::{Cx, Select, Tile, Unsupported};
use crate::target::MAX_VECTOR_BYTES;

/// How an access is ordered.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    pub ordering: MemoryOrdering,
    pub scope: Option<MemoryScope>,
    pub token: Option<Value>,
}

impl Access {
    pub fn is_strong(self) -> bool {
        self.ordering != MemoryOrdering::Weak
    }

    pub fn sem(self) -> Sem {
        match self.ordering {
            MemoryOrdering::Weak => Sem::Weak,
            MemoryOrdering::Relaxed => Sem::Relaxed,
            MemoryOrdering::Acquire => Sem::Acquire,
            MemoryOrdering::Release => Sem::Release,
            MemoryOrdering::AcqRel => Sem::AcqRel,
        }
    }

    pub fn ptx_scope(self) -> Scope {
        match self.scope.filter(|_| self.is_strong()) {
            None => Scope::None,
            Some(MemoryScope::TileBlock) => Scope::Cta,
            Some(MemoryScope::Device) => Scope::Gpu,
            Some(MemoryScope::System) => Scope::Sys,
        }
    }

    /// The load of one element.
    pub fn load(self, space: Space, ty: Ty) -> Op {
        let (sem, scope) = (self.sem(), self.ptx_scope());
        Op::Ld { sem, scope, space, cache: Cache::Default, vector: Vector::One, ty }
    }

    /// The store of one element.
    pub fn store(self, space: Space, ty: Ty) -> Op {
        let (sem, scope) = (self.sem(), self.ptx_scope());
        Op::St { sem, scope, space, cache: Cache::Default, vector: Vector::One, ty }
    }

    /// Whether what this thread of the tile block did before must be visible with the access.
    pub fn releases(self) -> bool {
        matches!(self.ordering, MemoryOrdering::Release | MemoryOrdering::AcqRel)
    }

    /// Whether what follows in the tile block must see what the access saw.
    pub fn acquires(self) -> bool {
        matches!(self.ordering, MemoryOrdering::Acquire | MemoryOrdering::AcqRel)
    }
}

/// An access to neighbouring elements.
pub struct AccessGroup {
    pub address: Val,
    /// First register and number of registers.
    pub first: usize,
    pub count: usize,
}

/// What decides which way a thread goes.
enum Width {
    /// One element at a time.
    Single,
    /// This many at a time, always.
    Always(usize),
    /// This many at a time, in threads where the check holds.
    IfChecked { count: usize, aligned: bool, uniform: bool },
}

impl Cx<'_> {
    /// The space that pointers point into. Memory of the tile block itself is shared memory, and
    /// that of an argument is the parameters', so where there is any, pointers are generic.
    pub fn pointer_space(&self) -> Space {
        if self.has_private_memory { Space::Generic } else { Space::Global }
    }

    /// Keeps program order with accesses of other threads, by a barrier if need be.
    pub fn order_access(
        &mut self,
        inst: Inst,
        writes: bool,
        address: Value,
        place: Option<AccessFootprint>,
        access: Access,
    ) {
        let pending = Pending { inst, writes, address, place };
        if access.releases()
            || self.order.conflicts(
                self.function,
                &self.loop_exits,
                self.aliases,
                &pending,
                access.token,
            )
        {
            self.barrier();
        }
        self.order.push(pending);
    }

    /// The place of an access through a tile of pointers.
    pub fn pointer_place(&self, pointers: Value, layout: LayoutId) -> Option<AccessFootprint> {
        AccessFootprint::of(smallvec![pointers], &self.plan.layouts, layout)
    }

    /// Records that an access in a loop may have happened in an earlier iteration.
    pub fn expect_access(&mut self, inst: Inst) {
        let writes = match self.function.data(inst).effect() {
            ir::Effect::Read => false,
            ir::Effect::Write | ir::Effect::ReadWrite => true,
            ir::Effect::Pure | ir::Effect::Partial | ir::Effect::Alloc => return,
            ir::Effect::Io | ir::Effect::Terminator | ir::Effect::Structured => return,
        };
        if let Some(address) = self.function.data(inst).accessed() {
            self.order.push(Pending { inst, writes, address, place: None });
        }
    }

    /// How many elements of a tile of pointers one access may move.
    fn width(
        &self,
        pointers: Value,
        mask: Option<Value>,
        layout: &LinearLayout,
        bytes: u32,
    ) -> Width {
        let best = (0..layout.rank())
            .map(|dim| {
                let axis = self.facts.get(pointers).axis(dim);
                let run = u64::from(layout.num_contiguous(dim).min(axis.contiguity));
                (run.min(u64::from(MAX_VECTOR_BYTES / bytes)), dim)
            })
            .max_by_key(|&(run, _)| run);
        let Some((count, dim)) = best.filter(|&(run, _)| run > 1) else { return Width::Single };
        let aligned = self.facts.get(pointers).axis(dim).divisor >= count * u64::from(bytes);
        let uniform =
            mask.is_none_or(|mask| u64::from(self.facts.get(mask).axis(dim).constancy) >= count);
        let count = count as usize;
        if aligned && uniform {
            Width::Always(count)
        } else {
            Width::IfChecked { count, aligned, uniform }
        }
    }

    pub fn load_ptr(
        &mut self,
        inst: Inst,
        source: Value,
        mask: Option<Value>,
        padding: Option<Value>,
        access: Access,
    ) -> Select<()> {
        let result = self.function.results(inst)[0];
        if self.plan.required_layouts(result).is_empty() && !access.is_strong() {
            return Ok(());
        }
        let Some(at) = self.plan.def_layout(result) else { return Ok(()) };
        let layout = self.layout(at);
        let elem = self.elem(result);
        self.need_whole_bytes(elem)?;
        let class = element::class(elem);
        let pointers = self.at(source, at)?;
        let masks = mask.map(|mask| self.at(mask, at)).transpose()?;
        let pads = match padding {
            Some(padding) => self.at(padding, at)?,
            // Unspecified; something, so that no register is read before it is written.
            None => vec![Val::ZERO; pointers.len()].into(),
        };
        let place = self.pointer_place(source, at);
        self.order_access(inst, false, source, place, access);
        let space = self.pointer_space();
        let tile = if access.is_strong() {
            self.strong_load(&layout, elem, &pointers, masks.as_deref(), &pads, space, access)?
        } else {
            let bytes = element::bytes(elem);
            match self.width(source, mask, &layout, bytes) {
                Width::Single => self.load_singly(
                    elem,
                    class,
                    &pointers,
                    masks.as_deref(),
                    &pads,
                    space,
                    None,
                    access,
                ),
                Width::Always(count) => {
                    self.load_wide(elem, &pointers, masks.as_deref(), &pads, space, count)
                }
                Width::IfChecked { count, aligned, uniform } => {
                    let masks = masks.as_deref();
                    let check = self.wide_check(&pointers, masks, count, bytes, aligned, uniform);
                    self.load_checked(elem, class, &pointers, masks, &pads, space, count, check)
                }
            }
        };
        self.set_def_layout(result, at, tile)
    }

    /// One access per element, each under its own mask; results are element registers.
    #[allow(clippy::too_many_arguments, reason = "an access and how it is made")]
    fn load_singly(
        &mut self,
        elem: Elem,
        class: Class,
        pointers: &[Val],
        masks: Option<&[Val]>,
        pads: &[Val],
        space: Space,
        only: Option<Guard>,
        access: Access,
    ) -> Vec<Val> {
        let bytes = element::bytes(elem);
        let class = if class == Class::Pred { Class::B32 } else { class };
        let op = access.load(space, element::memory_type(bytes));
        let mut out = Vec::new();
        for (i, &pointer) in pointers.iter().enumerate() {
            let reg = self.b.fresh(class);
            let mask = masks.map(|masks| self.b.recompute(masks[i]));
            let guard = self.mask_guard(mask, only);
            if !matches!(guard, Guarded::Always) {
                let pad = self.to_memory(pads[i], elem);
                self.b.assign(reg, pad);
            }
            let address = self.b.mem(pointer, 0);
            self.emit_guarded(guard, op, &[reg.into()], &[address]);
            out.push(self.from_memory(reg.into(), elem));
        }
        out
    }

    /// The guard of an access under a mask that is made only where `only` holds.
    pub fn mask_guard(&mut self, mask: Option<Val>, only: Option<Guard>) -> Guarded {
        match (mask, only) {
            (None, None) => Guarded::Always,
            (None, Some(only)) => Guarded::If(only),
            (Some(mask), None) => self.b.guard(mask, false),
            (Some(mask), Some(only)) => match self.b.guard(mask, false) {
                Guarded::Always => Guarded::If(only),
                Guarded::Never => Guarded::Never,
                Guarded::If(_) => {
                    let both = self.b.def(Op::And { ty: Ty::Pred }, &[mask, only.pred.into()]);
                    self.b.guard(both, false)
                }
            },
        }
    }

    pub fn emit_guarded(
        &mut self,
        guard: Guarded,
        op: Op,
        results: &[Operand],
        operands: &[Operand],
    ) {
        match guard {
            Guarded::Never => {}
            Guarded::Always => self.b.emit(op, results, operands),
            Guarded::If(guard) => self.b.emit_if(Some(guard), op, results, operands),
        }
    }

    fn groups(pointers: &[Val], count: usize) -> impl Iterator<Item = AccessGroup> + use<'_> {
        (0..pointers.len()).step_by(count).map(move |first| AccessGroup {
            address: pointers[first],
            first,
            count,
        })
    }

    /// Wide accesses, each under the mask of its first element.
    fn load_wide(
        &mut self,
        elem: Elem,
        pointers: &[Val],
        masks: Option<&[Val]>,
        pads: &[Val],
        space: Space,
        count: usize,
    ) -> Vec<Val> {
        let bytes = element::bytes(elem);
        let mut out = Vec::new();
        for group in Self::groups(pointers, count) {
            let words = self.group_registers(&group, bytes);
            let guard = self.mask_guard(masks.map(|masks| masks[group.first]), None);
            if !matches!(guard, Guarded::Always) {
                self.pad_group(&group, pads, elem, &words);
            }
            self.load_group(guard, &group, &words, space, bytes);
            out.extend(self.group_elements(&words, count, elem));
        }
        out
    }

    /// Registers for the words of a group.
    pub fn group_registers(&mut self, group: &AccessGroup, bytes: u32) -> Vec<Reg> {
        let ty = word_type(bytes, group.count);
        let count = (bytes * group.count as u32 * 8).div_ceil(ty.bits());
        (0..count).map(|_| self.b.fresh(ty.class())).collect()
    }

    pub fn load_group(
        &mut self,
        guard: Guarded,
        group: &AccessGroup,
        words: &[Reg],
        space: Space,
        bytes: u32,
    ) {
        let vector = Vector::of(words.len() as u32).unwrap_or(Vector::One);
        let ty = word_type(bytes, group.count);
        let op = Op::load(space, vector, ty);
        let address = self.b.mem(group.address, 0);
        let results = brace_list(words.iter().map(|&reg| reg.into()));
        self.emit_guarded(guard, op, &[results], &[address]);
    }

    pub fn pad_group(&mut self, group: &AccessGroup, pads: &[Val], elem: Elem, words: &[Reg]) {
        let pads: Vec<Val> = (group.first..group.first + group.count)
            .map(|i| self.to_memory(pads[i], elem))
            .collect();
        let packed = self.pack_group(&pads, element::bytes(elem));
        for (&word, val) in words.iter().zip(packed) {
            self.b.assign(word, val);
        }
    }

    /// Elements in memory form as the words of a group.
    pub fn pack_group(&mut self, elements: &[Val], bytes: u32) -> Vec<Val> {
        match elements {
            [a, b] if bytes == 1 => {
                let word = self.b.def(Op::Prmt {}, &[*a, *b, Val::u32(0x0040)]);
                vec![self.b.def(element::cvt(Ty::U16, Ty::U32), &[word])]
            }
            [one] => vec![*one],
            _ => self.pack_words(elements, bytes),
        }
    }

    /// The elements of a group from its words.
    pub fn group_elements(&mut self, words: &[Reg], count: usize, elem: Elem) -> Vec<Val> {
        let bytes = element::bytes(elem);
        let vals: Vec<Val> = words.iter().map(|&reg| reg.into()).collect();
        let memory = match vals[..] {
            [one] if count == 1 => vec![one],
            [pair] if bytes == 1 && self.b.class(pair) == Some(Class::B16) => {
                let word = self.b.def(element::cvt(Ty::U32, Ty::U16), &[pair]);
                let high = self.b.def(Op::Shr { ty: Ty::U32 }, &[word, Val::u32(8)]);
                vec![word, high]
            }
            _ => self.unpack_words(&vals, bytes),
        };
        memory.into_iter().map(|val| self.from_memory(val, elem)).collect()
    }

    /// Whether all wide accesses of this thread are possible.
    fn wide_check(
        &mut self,
        pointers: &[Val],
        masks: Option<&[Val]>,
        count: usize,
        bytes: u32,
        aligned: bool,
        uniform: bool,
    ) -> Val {
        let mut holds = Val::Imm(1);
        if !aligned {
            let low = self.low_address_bits(pointers, count, bytes * count as u32 - 1);
            holds = self
                .b
                .def(Op::Setp { cmp: Cmp::Eq, ftz: Ftz::Keep, ty: Ty::U32 }, &[low, Val::ZERO]);
        }
        let step = if uniform { count } else { 1 };
        let needed: Vec<Val> = masks.unwrap_or(&[]).iter().step_by(step).copied().collect();
        for mask in self.strictest(&needed) {
            holds = self.and_pred(holds, mask);
        }
        holds
    }

    /// Predicates that hold together exactly if all of the given ones do.
    ///
    /// Masks compare an index that grows from register to register with one bound: if the largest
    /// index is below it, all are.
    fn strictest(&mut self, masks: &[Val]) -> Vec<Val> {
        /// Comparisons that differ in the constant of their left side.
        struct Family {
            op: Op,
            base: Val,
            bound: Val,
            extreme: (i64, Val),
        }
        let mut families: Vec<Family> = Vec::new();
        let mut others: Vec<Val> = Vec::new();
        for &mask in masks {
            let compared = self.b.predicate(mask).and_then(|(op, [index, bound])| {
                let Op::Setp { cmp, ty, .. } = op else { return None };
                let (base, add, exact) = match self.b.sum_of(index) {
                    Some(sum) => (Val::Reg(sum.base), sum.add, sum.exact),
                    None => (index, 0, Exact::BOTH),
                };
                let exact =
                    if crate::ptx::fold::is_signed(ty) { exact.signed } else { exact.unsigned };
                let grows = match cmp {
                    Cmp::Lt | Cmp::Le => true,
                    Cmp::Gt | Cmp::Ge => false,
                    _ => return None,
                };
                exact.then_some((op, base, bound, add, grows))
            });
            let Some((op, base, bound, add, grows)) = compared else {
                if !others.contains(&mask) {
                    others.push(mask);
                }
                continue;
            };
            match families.iter_mut().find(|f| f.op == op && f.base == base && f.bound == bound) {
                Some(family) => {
                    let stricter =
                        if grows { add > family.extreme.0 } else { add < family.extreme.0 };
                    if stricter {
                        family.extreme = (add, mask);
                    }
                }
                None => families.push(Family { op, base, bound, extreme: (add, mask) }),
            }
        }
        families.iter().map(|family| family.extreme.1).chain(others).collect()
    }

    pub fn and_pred(&mut self, a: Val, b: Val) -> Val {
        match (a.imm(), b.imm()) {
            (Some(0), _) | (_, Some(0)) => Val::ZERO,
            (Some(_), _) => b,
            (_, Some(_)) => a,
            (None, None) => self.b.def(Op::And { ty: Ty::Pred }, &[a, b]),
        }
    }

    /// The bits of `mask` that any first address of a group has. Addresses that differ from another
    /// by a multiple of the alignment need not be looked at.
    pub fn low_address_bits(&mut self, pointers: &[Val], count: usize, mask: u32) -> Val {
        let mut bits = Val::ZERO;
        let mut seen: SmallVec<[Val; 8]> = SmallVec::new();
        for &pointer in pointers.iter().step_by(count) {
            let looked_at = match self.b.sum_of(pointer) {
                Some(sum) if sum.add & i64::from(mask) == 0 => Val::Reg(sum.base),
                _ => pointer,
            };
            if !seen.contains(&looked_at) {
                seen.push(looked_at);
                let low = self.b.def(element::cvt(Ty::U32, Ty::U64), &[looked_at]);
                bits = self.b.def(Op::Or { ty: Ty::B32 }, &[bits, low]);
            }
        }
        self.b.def(Op::And { ty: Ty::B32 }, &[bits, Val::u32(mask)])
    }

    #[allow(clippy::too_many_arguments, reason = "an access and how it is made")]
    fn load_checked(
        &mut self,
        elem: Elem,
        class: Class,
        pointers: &[Val],
        masks: Option<&[Val]>,
        pads: &[Val],
        space: Space,
        count: usize,
        check: Val,
    ) -> Vec<Val> {
        let bytes = element::bytes(elem);
        let groups: Vec<AccessGroup> = Self::groups(pointers, count).collect();
        let words: Vec<Vec<Reg>> =
            groups.iter().map(|group| self.group_registers(group, bytes)).collect();
        let (slow, done) = (self.b.label(), self.b.label());
        self.b.branch_if(check, true, Uniform::No, slow);
        for (group, words) in groups.iter().zip(&words) {
            self.load_group(Guarded::Always, group, words, space, bytes);
        }
        self.b.branch_nonuniform(done);
        self.b.place(slow);
        let weak = Access { ordering: MemoryOrdering::Weak, scope: None, token: None };
        let singles = self.load_singly(elem, class, pointers, masks, pads, space, None, weak);
        for (group, words) in groups.iter().zip(&words) {
            let elements: Vec<Val> = singles[group.first..group.first + group.count]
                .iter()
                .map(|&val| self.to_memory(val, elem))
                .collect();
            let packed = self.pack_group(&elements, bytes);
            for (&word, val) in words.iter().zip(packed) {
                self.b.assign(word, val);
            }
        }
        self.b.place(done);
        words.iter().flat_map(|words| self.group_elements(words, count, elem)).collect()
    }

    /// A load whose value other threads may change meanwhile: by one thread for all that need it.
    #[allow(clippy::too_many_arguments, reason = "an access and how it is made")]
    fn strong_load(
        &mut self,
        layout: &LinearLayout,
        elem: Elem,
        pointers: &[Val],
        masks: Option<&[Val]>,
        pads: &[Val],
        space: Space,
        access: Access,
    ) -> Select<Vec<Val>> {
        let class = element::class(elem);
        let only = self.representative(layout);
        let tile = match only {
            None => self.load_singly(elem, class, pointers, masks, pads, space, None, access),
            // Replicas get a value to have one; the exchange overwrites it.
            Some(_) => self.load_singly(elem, class, pointers, masks, pads, space, only, access),
        };
        let tile = if only.is_some() { self.share(&tile, elem, layout)? } else { tile };
        if access.acquires() {
            self.barrier();
        }
        Ok(tile)
    }

    /// Gives what the first of the replicas holds to all of them.
    pub fn share(&mut self, tile: &[Val], elem: Elem, layout: &LinearLayout) -> Select<Vec<Val>> {
        let bytes = element::bytes(elem);
        let plan = convert::exchange(layout, layout, bytes, self.scratch_limit, false);
        let plan = plan.ok_or_else(|| {
            Unsupported::new(
                codes::TILE_TOO_LARGE,
                "the result of this operation does not fit shared memory",
            )
        })?;
        self.exchange(tile, elem, layout, layout, &plan)
    }

    pub fn store_ptr(
        &mut self,
        inst: Inst,
        destination: Value,
        value: Value,
        mask: Option<Value>,
        access: Access,
    ) -> Select<()> {
        let Some(at) = self.plan.anchor(inst) else { return Ok(()) };
        let layout = self.layout(at);
        let elem = self.elem(value);
        self.need_whole_bytes(elem)?;
        let bytes = element::bytes(elem);
        let pointers = self.at(destination, at)?;
        let masks = mask.map(|mask| self.at(mask, at)).transpose()?;
        let tile = self.at(value, at)?;
        let place = self.pointer_place(destination, at);
        self.order_access(inst, true, destination, place, access);
        let memory: Tile =
            tile.iter().map(|&val| self.to_memory(val, elem)).collect::<Vec<_>>().into();
        let only = self.representative(&layout);
        let space = self.pointer_space();
        let masks = masks.as_deref();
        let width = if access.is_strong() {
            Width::Single
        } else {
            self.width(destination, mask, &layout, bytes)
        };
        match width {
            Width::Single => {
                self.store_singly(bytes, &pointers, &memory, masks, space, only, access)
            }
            Width::Always(count) => {
                self.store_wide(bytes, &pointers, &memory, masks, space, only, count)
            }
            Width::IfChecked { count, aligned, uniform } => {
                let check = self.wide_check(&pointers, masks, count, bytes, aligned, uniform);
                let (slow, done) = (self.b.label(), self.b.label());
                self.b.branch_if(check, true, Uniform::No, slow);
                self.store_wide(bytes, &pointers, &memory, None, space, only, count);
                self.b.branch_nonuniform(done);
                self.b.place(slow);
                self.store_singly(bytes, &pointers, &memory, masks, space, only, access);
                self.b.place(done);
            }
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments, reason = "an access and how it is made")]
    fn store_singly(
        &mut self,
        bytes: u32,
        pointers: &[Val],
        memory: &[Val],
        masks: Option<&[Val]>,
        space: Space,
        only: Option<Guard>,
        access: Access,
    ) {
        let op = access.store(space, element::memory_type(bytes));
        for (i, &pointer) in pointers.iter().enumerate() {
            let mask = masks.map(|masks| self.b.recompute(masks[i]));
            let guard = self.mask_guard(mask, only);
            let address = self.b.mem(pointer, 0);
            self.emit_guarded(guard, op, &[], &[address, memory[i].into()]);
        }
    }

    #[allow(clippy::too_many_arguments, reason = "an access and how it is made")]
    fn store_wide(
        &mut self,
        bytes: u32,
        pointers: &[Val],
        memory: &[Val],
        masks: Option<&[Val]>,
        space: Space,
        only: Option<Guard>,
        count: usize,
    ) {
        for group in Self::groups(pointers, count) {
            let guard = self.mask_guard(masks.map(|masks| masks[group.first]), only);
            self.store_group(guard, &group, memory, space, bytes);
        }
    }

    pub fn store_group(
        &mut self,
        guard: Guarded,
        group: &AccessGroup,
        memory: &[Val],
        space: Space,
        bytes: u32,
    ) {
        let words = self.pack_group(&memory[group.first..group.first + group.count], bytes);
        let vector = Vector::of(words.len() as u32).unwrap_or(Vector::One);
        let ty = word_type(bytes, group.count);
        let op = Op::store(space, vector, ty);
        let address = self.b.mem(group.address, 0);
        let data = brace_list(words.into_iter());
        self.emit_guarded(guard, op, &[], &[address, data]);
    }

    /// Shared memory of the tile block, as generic pointers.
    pub fn alloca(
        &mut self,
        count: i64,
        alignment: i64,
        global: bool,
        result: Value,
    ) -> Select<()> {
        let Elem::Ptr(pointee) = self.elem(result) else {
            return Err(Unsupported::op("alloca of numbers"));
        };
        self.need_whole_bytes(pointee.into())?;
        if global {
            return Err(Unsupported::op("alloca in global memory"));
        }
        let bytes = u64::try_from(count).unwrap_or(0).saturating_mul(u64::from(pointee.bytes()));
        if bytes > u64::from(self.target.max_shared) {
            let message =
                format!("an array of {bytes} bytes does not fit the shared memory of a block");
            return Err(Unsupported::new(codes::TILE_TOO_LARGE, message));
        }
        let align = u32::try_from(alignment).unwrap_or(16).next_power_of_two().clamp(16, 1024);
        let name = format!("{}_{}", self.name, result);
        let symbol = self.b.variable(Variable {
            name,
            space: Space::Shared,
            align,
            bytes,
            init: Vec::new(),
            visible: false,
        });
        self.materialize(result, |cx, _| {
            let address = cx.b.def_from(Op::MovAddress { ty: Ty::U64 }, Operand::Address(symbol));
            Ok(vec![cx.b.def(Op::Cvta { space: Space::Shared }, &[address])])
        })
    }
}

/// The type of the words that `count` neighbouring elements are moved in.
fn word_type(bytes: u32, count: usize) -> Ty {
    match (bytes, count, bytes * count as u32) {
        (_, 1, _) => element::memory_type(bytes),
        (8, _, _) => Ty::B64,
        (_, _, 2) => Ty::B16,
        _ => Ty::B32,
    }
}

/// One operand alone, or several in braces.
pub fn brace_list(vals: impl Iterator<Item = Val>) -> Operand {
    let list: SmallVec<[Val; 4]> = vals.collect();
    match list[..] {
        [one] => Operand::Val(one),
        _ => Operand::Vec(list.into_vec().into_boxed_slice()),
    }
}
