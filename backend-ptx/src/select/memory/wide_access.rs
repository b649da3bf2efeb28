//! Accesses to several neighbouring elements at a time.
//!
//! In: the registers of a thread's pointers, masks and elements, and what the facts show of them. Out: how many elements
//! an access moves, the check that a thread asks where the facts do not show that it may, and the words of up to
//! 16 bytes. A group has elements that are neighbours both in the registers and in memory.

use ir::{Elem, Value};
use smallvec::SmallVec;

use crate::linear::layout::LinearLayout;
use crate::ptx::builder::{Exact, Guarded};
use crate::ptx::inst::{Op, Operand};
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{Cmp, Ftz, Space, Ty, Vector};
use crate::select::Cx;
use crate::select::memory::element;
use crate::target::MAX_VECTOR_BYTES;

/// An access to neighbouring elements.
pub struct AccessGroup {
    pub address: Val,
    /// First register and number of registers.
    pub first: usize,
    pub count: usize,
}

/// What decides which way a thread goes.
pub enum Width {
    /// One element at a time.
    Single,
    /// This many at a time, always.
    Always(usize),
    /// This many at a time, in threads where the check holds.
    IfChecked { count: usize, aligned: bool, uniform: bool },
}

impl Cx<'_> {
    /// How many elements of a tile of pointers one access may move.
    pub(in crate::select) fn width(
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

    pub(in crate::select) fn groups(
        pointers: &[Val],
        count: usize,
    ) -> impl Iterator<Item = AccessGroup> + use<'_> {
        (0..pointers.len()).step_by(count).map(move |first| AccessGroup {
            address: pointers[first],
            first,
            count,
        })
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

    /// Whether all wide accesses of this thread are possible.
    pub(in crate::select) fn wide_check(
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
