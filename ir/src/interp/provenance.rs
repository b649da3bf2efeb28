//! Which object a pointer points into, for rules 10 and 11.
//!
//! Allocations are objects by their addresses alone. A member that is an array is an object inside
//! of one: `subobject` marks pointers to it with a number in bits of the address that no
//! allocation uses, and the sanitizer knows the bounds of each number. Marks move with pointers
//! and are taken off where an address is used: an access, a conversion to an integer. This is the
//! scheme of HWASan (Serebryany et al. 2018), but for whole objects.

use rustc_hash::FxHashMap;

use super::data::{Data, map};
use super::run::Run;
use super::trap::Malformed;
use crate::entities::Value;

/// Set in the address of a marked pointer; the number is in the bits below.
const MARKED: u64 = 1 << 60;
const SHIFT: u32 = 48;
const MARKS: u64 = MARKED | (MARKED - (1 << SHIFT));

/// The bounds of an object in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Bounds {
    pub start: u64,
    pub len: u64,
}

/// The members that pointers were marked for.
#[derive(Debug, Default)]
pub(super) struct Members {
    bounds: Vec<Bounds>,
    numbers: FxHashMap<Bounds, u64>,
}

impl Members {
    /// The pointer with the mark of a member; as it is if there are no marks left.
    fn mark(&mut self, pointer: u64, len: u64) -> u64 {
        let (address, _) = self.look(pointer);
        if address & MARKS != 0 {
            return pointer;
        }
        let bounds = Bounds { start: address, len };
        let next = self.bounds.len() as u64;
        let number = *self.numbers.entry(bounds).or_insert(next);
        if number >= MARKED >> SHIFT {
            return address;
        }
        if number == next {
            self.bounds.push(bounds);
        }
        address | MARKED | number << SHIFT
    }

    /// The address of a pointer, and the member that it is marked for.
    fn look(&self, pointer: u64) -> (u64, Option<Bounds>) {
        let number = (pointer & MARKS & !MARKED) >> SHIFT;
        match self.bounds.get(number as usize) {
            Some(&bounds) if pointer & MARKED != 0 => {
                // Pointers before the start of memory have all bits set.
                let address = pointer & !MARKS;
                let near = address.abs_diff(bounds.start) < 1 << (SHIFT - 1);
                if near { (address, Some(bounds)) } else { (pointer, None) }
            }
            Some(_) | None => (pointer, None),
        }
    }
}

impl Run<'_> {
    fn members(&self) -> Option<&Members> {
        self.sanitizer.as_ref().map(|it| &it.members).filter(|it| !it.bounds.is_empty())
    }

    /// The address that a pointer is.
    pub fn address(&self, pointer: u64) -> u64 {
        self.members().map_or(pointer, |members| members.look(pointer).0)
    }

    /// The addresses that a tile of pointers is.
    pub fn addresses(&self, pointers: &Data) -> Result<Data, Malformed> {
        let Some(members) = self.members() else { return Ok(pointers.clone()) };
        let shadow = pointers.shadow();
        Ok(map::<u64, u64>(pointers, |pointer| members.look(pointer).0)?.tainted(shadow))
    }

    /// The pointers, marked as those of a member of `bytes` bytes.
    pub fn subobject(&mut self, pointer: Value, bytes: i64) -> Result<Data, Malformed> {
        let pointers = self.get(pointer).clone();
        let Some(sanitizer) = &mut self.sanitizer else { return Ok(pointers) };
        let mut members = std::mem::take(&mut sanitizer.members);
        let bytes = u64::try_from(bytes).unwrap_or(0);
        let mut marked: Vec<u64> = Vec::new();
        for lane in 0..pointers.len().unwrap_or(1) {
            marked.push(members.mark(pointers.bits(lane).ok_or(Malformed)?, bytes));
        }
        if let Some(sanitizer) = &mut self.sanitizer {
            sanitizer.members = members;
        }
        Ok(<u64 as super::data::Word>::wrap(marked))
    }

    /// The object that a pointer points into or past the end of; `None` where that is not known.
    pub fn object_of(&self, pointer: u64) -> Option<Bounds> {
        let (address, member) = match self.members() {
            Some(members) => members.look(pointer),
            None => (pointer, None),
        };
        let whole = || {
            let object = self.locate(address)?;
            Some(Bounds { start: object.base, len: object.len })
        };
        member.or_else(whole)
    }

    /// Whether pointers may point into one object, element by element.
    pub fn same_object(&self, lhs: Value, rhs: Value) -> Result<Data, Malformed> {
        if !self.is_sanitizing() {
            return Ok(Data::Splat(1));
        }
        let (lhs, rhs) = (self.get(lhs), self.get(rhs));
        super::data::zip::<u64, u8>(lhs, rhs, |a, b| {
            let objects = self.object_of(a).zip(self.object_of(b));
            // One of them unmarked: to the whole, of which the member is a part.
            let may = objects.is_none_or(|(a, b)| {
                let inside = |inner: Bounds, outer: Bounds| {
                    outer.start <= inner.start && inner.start + inner.len <= outer.start + outer.len
                };
                inside(a, b) || inside(b, a)
            });
            may.into()
        })
    }
}
