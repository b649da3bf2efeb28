//! Which object a pointer points into, and which restricted pointer it is based on: rules 10 to 12
//! and 32.
//!
//! Allocations are objects by their addresses alone. A member, or an array that is an element, is an
//! object inside of one: `subobject` marks pointers to it with a number in bits of the address that
//! no allocation uses, and the sanitizer knows the [`Provenance`] of each number. `based` marks the
//! values of a `__restrict__` pointer alike. Marks move with pointers and are taken off where an
//! address is used: an access, a conversion to an integer. This is the scheme of HWASan (Serebryany
//! et al. 2018), but for whole objects.

use rustc_hash::FxHashMap;

use super::data::{Data, Word, map};
use super::race::Access;
use super::restrict::TagId;
use super::run::Run;
use super::sanitize::Rule;
use super::trap::Malformed;
use crate::entities::Value;

/// Set in the address of a marked pointer.
const MARKED: u64 = 1 << 63;
/// Where the number of a mark begins: above the addresses of memory beside a process, which begin at bit 48.
const SHIFT: u32 = 49;
/// The bits of the number: below those of variables and of scratch memory, which have bit 61.
const NUMBER: u64 = (1 << 61) - (1 << SHIFT);
const MARKS: u64 = MARKED | NUMBER;

/// The bounds of an object in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Bounds {
    pub start: u64,
    pub len: u64,
}

impl Bounds {
    /// What of an object is in one around it; nothing if it does not begin there.
    fn within(self, outer: Bounds) -> Bounds {
        let offset = self.start.wrapping_sub(outer.start);
        Bounds { len: self.len.min(outer.len.saturating_sub(offset)), ..self }
    }
}

/// What is known of a pointer besides its address.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub(super) struct Provenance {
    /// The object inside of an allocation that it is to.
    pub bounds: Option<Bounds>,
    /// The restricted pointer that it is based on.
    pub tag: TagId,
}

/// The marks that were given out.
#[derive(Debug, Default)]
pub(super) struct Provenances {
    /// With the address that each was first given to.
    known: Vec<(Provenance, u64)>,
    numbers: FxHashMap<Provenance, u64>,
}

impl Provenances {
    /// Marks the address with its provenance. Returns it unchanged if all marks are in use.
    fn mark(&mut self, address: u64, provenance: Provenance) -> u64 {
        if address & MARKS != 0 || provenance == Provenance::default() {
            return address;
        }
        let next = self.known.len() as u64;
        let number = *self.numbers.entry(provenance).or_insert(next);
        if number > NUMBER >> SHIFT {
            return address;
        }
        if number == next {
            let anchor = provenance.bounds.map_or(address, |bounds| bounds.start);
            self.known.push((provenance, anchor));
        }
        address | MARKED | number << SHIFT
    }

    /// The address of a pointer, and what its mark says.
    fn look(&self, pointer: u64) -> (u64, Provenance) {
        let number = (pointer & NUMBER) >> SHIFT;
        match self.known.get(number as usize) {
            Some(&(provenance, anchor)) if pointer & MARKED != 0 => {
                // Pointers before the start of memory have all bits set.
                let address = pointer & !MARKS;
                let near = address.abs_diff(anchor) < 1 << (SHIFT - 1);
                if near { (address, provenance) } else { (pointer, Provenance::default()) }
            }
            Some(_) | None => (pointer, Provenance::default()),
        }
    }
}

impl Run<'_> {
    fn provenances(&self) -> Option<&Provenances> {
        self.sanitizer.as_ref().map(|it| &it.provenances).filter(|it| !it.known.is_empty())
    }

    /// The address that a pointer is, and what is known of it.
    pub fn look(&self, pointer: u64) -> (u64, Provenance) {
        let default = (pointer, Provenance::default());
        self.provenances().map_or(default, |provenances| provenances.look(pointer))
    }

    /// The address that a pointer is.
    pub fn address(&self, pointer: u64) -> u64 {
        self.look(pointer).0
    }

    /// The addresses that a tile of pointers is.
    pub fn addresses(&self, pointers: &Data) -> Result<Data, Malformed> {
        let Some(provenances) = self.provenances() else { return Ok(pointers.clone()) };
        let shadow = pointers.shadow();
        Ok(map::<u64, u64>(pointers, |pointer| provenances.look(pointer).0)?.tainted(shadow))
    }

    /// The pointers, each with what `change` makes of its provenance.
    fn marked(
        &mut self,
        pointer: Value,
        mut change: impl FnMut(&mut Self, u64, &mut Provenance),
    ) -> Result<Data, Malformed> {
        let pointers = self.get(pointer).clone();
        let mut marked: Vec<u64> = Vec::new();
        for lane in 0..pointers.len().unwrap_or(1) {
            let pointer = pointers.bits(lane).ok_or(Malformed)?;
            let (address, mut provenance) = self.look(pointer);
            change(self, address, &mut provenance);
            let mark =
                |it: &mut super::sanitize::Sanitizer| it.provenances.mark(address, provenance);
            marked.push(self.sanitizer.as_mut().map_or(pointer, mark));
        }
        Ok(match (pointers.len(), marked.as_slice()) {
            (None, &[only]) => Data::Splat(only),
            _ => Word::wrap(marked),
        })
    }

    /// The pointers, marked as those of a member of `bytes` bytes, or of none if these are 0.
    pub fn subobject(&mut self, pointer: Value, bytes: i64) -> Result<Data, Malformed> {
        if !self.is_sanitizing() {
            return Ok(self.get(pointer).clone());
        }
        let len = u64::try_from(bytes).unwrap_or(0);
        self.marked(pointer, |_, address, provenance| {
            let own = Bounds { start: address, len };
            // What is outside of the object around it is none.
            let within = provenance.bounds.map_or(own, |outer| own.within(outer));
            provenance.bounds = (len > 0).then_some(within);
        })
    }

    /// The pointers, marked as values of a restricted pointer that begins here.
    pub fn based(&mut self, pointer: Value) -> Result<Data, Malformed> {
        let Some(inst) = self.inst.filter(|_| self.is_sanitizing()) else {
            return Ok(self.get(pointer).clone());
        };
        let now = self.now();
        self.marked(pointer, |run, address, provenance| {
            if let Some(sanitizer) = &mut run.sanitizer {
                let parent = provenance.tag;
                provenance.tag = sanitizer.restricted.begin(inst, parent, address, now);
            }
        })
    }

    /// The object that a pointer points into or past the end of; `None` where that is not known.
    pub fn object_of(&self, pointer: u64) -> Option<Bounds> {
        let (address, provenance) = self.look(pointer);
        let whole = || {
            let object = self.locate(address)?;
            Some(Bounds { start: object.base, len: object.len })
        };
        provenance.bounds.or_else(whole)
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

    /// Reports elements that leave the member that their pointer is to, or break the promise of a
    /// restricted pointer.
    pub fn check_provenance(
        &mut self,
        access: Access,
        shape: &[u32],
        bytes: usize,
        elements: impl Iterator<Item = (usize, u64)>,
    ) {
        if self.provenances().is_none() {
            return;
        }
        for (lane, pointer) in elements {
            let (address, provenance) = self.look(pointer);
            let size = bytes as u64;
            if let Some(Bounds { start, len }) = provenance.bounds {
                let offset = address.wrapping_sub(start);
                if offset > len || size > len - offset {
                    self.report(Rule::BadAccess, shape, lane, || {
                        format!("{size} bytes at {address:#x}, outside of the member or element")
                    });
                }
            }
            self.check_restricted(
                access,
                shape,
                lane,
                provenance.tag,
                address..address.saturating_add(size),
            );
        }
    }
}
