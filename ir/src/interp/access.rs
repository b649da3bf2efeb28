//! Loads, stores and atomics through tiles of pointers.
//!
//! Elements that lie in a row in memory, as nearly all do, are moved in runs: a run is looked up
//! and checked once. Faults of single elements are collected on the way; without the sanitizer
//! the first one ends the kernel, with it they are reported and the elements skipped.

use std::sync::atomic::{Ordering, fence};

use super::data::{Data, Lanes, Room, Word, index_of, map, with_word, word_bytes};
use super::exec::promises;
use super::memory::{Allocation, Memory};
use super::race::{Access, AccessKind};
use super::run::Run;
use super::sanitize::{Rule, Sanitizer};
use super::trap::{Fault, Malformed, Stop, TrapKind};
use crate::attrs::{MemoryOrdering, MemoryScope, Overflow, RmwMode, Signedness};
use crate::entities::Value;
use crate::scalar::{FloatMode, IntWidth, float, int};
use crate::types::{Elem, Scalar};

/// An element that could not be accessed.
struct BadElement {
    lane: usize,
    address: u64,
    fault: Fault,
}

/// The faults of one instruction.
pub(super) struct Faults {
    list: Vec<BadElement>,
    /// Without the sanitizer one is enough.
    all: bool,
}

impl Faults {
    fn add(&mut self, lane: usize, address: u64, fault: Fault) {
        // The first page belongs to no allocation: an offset from a null pointer.
        let fault = if address < 4096 { Fault::Null } else { fault };
        self.list.push(BadElement { lane, address, fault });
    }

    /// Whether there is no use in going on.
    pub fn stop(&self) -> bool {
        !self.all && !self.list.is_empty()
    }
}

/// A mask that leaves no element out is not a mask.
fn mask_bytes(mask: Option<&Data>, count: usize) -> Result<Option<Vec<u8>>, Malformed> {
    match mask {
        None => Ok(None),
        Some(mask) => match mask.lanes::<u8>()? {
            Lanes::Splat(1) => Ok(None),
            lanes => Ok(Some(lanes.to_vec(count)?)),
        },
    }
}

/// The length of the run of consecutive, unmasked elements that starts at `lane`.
fn run_length(pointers: &[u64], mask: Option<&[u8]>, lane: usize, bytes: usize) -> usize {
    let start = pointers[lane];
    let mut length = 1;
    while let Some(&pointer) = pointers.get(lane + length)
        && pointer == start.wrapping_add((length * bytes) as u64)
        && mask.is_none_or(|mask| mask[lane + length] != 0)
    {
        length += 1;
    }
    length
}

impl Run<'_> {
    pub fn faults(&self) -> Faults {
        Faults { list: Vec::new(), all: self.is_sanitizing() }
    }

    /// Reports faults, or traps with the first.
    pub fn raise(&mut self, faults: Faults, shape: &[u32], bytes: usize) -> Result<(), Stop> {
        for BadElement { lane, address, fault } in faults.list {
            let bytes = bytes as u32;
            if !self.is_sanitizing() {
                let index = index_of(lane, shape);
                return Err(TrapKind::BadAccess { fault, address, bytes, index }.into());
            }
            self.report(Rule::BadAccess, shape, lane, || {
                format!("{bytes} bytes {fault} ({address:#x})")
            });
        }
        Ok(())
    }

    /// Appends `count` elements in a row from `address` on; elements that are not there are 0.
    pub fn load_run<W: Word>(
        &self,
        mut address: u64,
        mut count: usize,
        mut lane: usize,
        to: &mut Vec<W>,
        faults: &mut Faults,
    ) {
        while count > 0 {
            let fault = match self.locate(address) {
                None => Fault::OutOfBounds,
                Some(allocation) => {
                    let length = count.min(allocation.room(address, W::BYTES));
                    match allocation.check(address, W::BYTES, length.max(1)) {
                        Ok(()) => {
                            allocation.load_run(address, length, to);
                            address += (length * W::BYTES) as u64;
                            lane += length;
                            count -= length;
                            continue;
                        }
                        Err(fault) => fault,
                    }
                }
            };
            faults.add(lane, address, fault);
            if faults.stop() {
                return;
            }
            to.push(W::default());
            address = address.wrapping_add(W::BYTES as u64);
            lane += 1;
            count -= 1;
        }
    }

    /// Stores elements in a row from `address` on, where there is room for them.
    pub fn store_run<W: Word>(
        &self,
        mut address: u64,
        mut values: &[W],
        mut lane: usize,
        faults: &mut Faults,
    ) {
        while !values.is_empty() {
            let mut length = 1;
            let fault = match self.locate(address) {
                None => Some(Fault::OutOfBounds),
                Some(allocation) if allocation.read_only => Some(Fault::ReadOnly),
                Some(allocation)
                    if self.is_frozen(allocation, address, values.len() * W::BYTES) =>
                {
                    Some(Fault::Constant)
                }
                Some(allocation) => {
                    length = values.len().min(allocation.room(address, W::BYTES)).max(1);
                    match allocation.check(address, W::BYTES, length) {
                        Ok(()) => {
                            allocation.store_run(address, &values[..length]);
                            allocation.define::<W>(address, length);
                            None
                        }
                        Err(fault) => {
                            length = 1;
                            Some(fault)
                        }
                    }
                }
            };
            if let Some(fault) = fault {
                faults.add(lane, address, fault);
                if faults.stop() {
                    return;
                }
            }
            address = address.wrapping_add((length * W::BYTES) as u64);
            lane += length;
            values = &values[length..];
        }
    }

    pub fn load_pointers(
        &mut self,
        source: Value,
        mask: Option<Value>,
        padding: Option<Value>,
        (ordering, scope): (MemoryOrdering, Option<MemoryScope>),
    ) -> Result<Data, Stop> {
        let tile = self.tile(source)?;
        let pointee = memory_scalar(tile.elem)?;
        let (count, shape) = (tile.num_elems() as usize, &tile.dims);
        let mask = mask_bytes(mask.map(|mask| self.get(mask)), count)?;
        let padding = padding.map_or(Data::Splat(0), |padding| self.get(padding).clone());
        let pointers = self.addresses(self.get(source))?;
        let mut faults = self.faults();
        let loaded = with_word!(word_bytes(Elem::Scalar(pointee)), W => {
            let padding = padding.lanes::<W>()?;
            match (pointers.lanes::<u64>()?, &mask) {
                (Lanes::Splat(pointer), None) => {
                    let mut to = Vec::with_capacity(1);
                    self.load_run::<W>(pointer, 1, 0, &mut to, &mut faults);
                    Data::Splat(to.first().copied().unwrap_or_default().bits())
                }
                (each, mask) => {
                    let mut room = Room::new();
                    let pointers = each.spread(count, &mut room)?;
                    let mask = mask.as_deref();
                    let mut to = Vec::with_capacity(count);
                    while to.len() < count && !faults.stop() {
                        let lane = to.len();
                        if mask.is_some_and(|mask| mask[lane] == 0) {
                            to.push(padding.get(lane));
                            continue;
                        }
                        let length = run_length(pointers, mask, lane, W::BYTES);
                        self.load_run::<W>(pointers[lane], length, lane, &mut to, &mut faults);
                    }
                    W::wrap(to)
                }
            }
        });
        fence_after(ordering);
        let access = Access { kind: AccessKind::Read, ordering, scope };
        self.note_pointers(access, source, mask.as_deref())?;
        self.raise(faults, shape, word_bytes(Elem::Scalar(pointee)))?;
        self.check_truth(pointee, &loaded, shape);
        let loaded = normalize(pointee, loaded)?;
        if !self.is_sanitizing() {
            return Ok(loaded);
        }
        let unmasked = |lane: usize| mask.as_ref().is_none_or(|mask| mask[lane] != 0);
        let elements = (0..count).filter(|&lane| unmasked(lane));
        let addresses = elements.filter_map(|lane| Some((lane, pointers.bits(lane)?)));
        self.with_memory_shadow(pointee, loaded, shape, addresses)
    }

    pub fn store_pointers(
        &mut self,
        destination: Value,
        value: Value,
        mask: Option<Value>,
        (ordering, scope): (MemoryOrdering, Option<MemoryScope>),
    ) -> Result<(), Stop> {
        let tile = self.tile(destination)?;
        let pointee = memory_scalar(tile.elem)?;
        let (count, shape) = (tile.num_elems() as usize, &tile.dims);
        let mask = mask_bytes(mask.map(|mask| self.get(mask)), count)?;
        let mask = mask.as_deref();
        let pointers = self.addresses(self.get(destination))?;
        let mut room = Room::new();
        let pointers = pointers.lanes::<u64>()?.spread(count, &mut room)?;
        if self.is_sanitizing() && ordering == MemoryOrdering::Weak {
            self.check_distinct(pointers, mask, shape);
        }
        fence_before(ordering);
        let mut faults = self.faults();
        with_word!(word_bytes(Elem::Scalar(pointee)), W => {
            let mut room = Room::new();
            let values = self.get(value).lanes::<W>()?.spread(count, &mut room)?;
            let mut lane = 0;
            while lane < count && !faults.stop() {
                if mask.is_some_and(|mask| mask[lane] == 0) {
                    lane += 1;
                    continue;
                }
                let length = run_length(pointers, mask, lane, W::BYTES);
                let run = values.get(lane..lane + length).ok_or(Malformed)?;
                self.store_run::<W>(pointers[lane], run, lane, &mut faults);
                lane += length;
            }
        });
        let access = Access { kind: AccessKind::Write, ordering, scope };
        self.note_pointers(access, destination, mask)?;
        self.raise(faults, shape, word_bytes(Elem::Scalar(pointee)))?;
        if let Some(shadow) = self.stored_shadow(value) {
            let elements = (0..count).filter(|&lane| mask.is_none_or(|mask| mask[lane] != 0));
            let addresses = elements.map(|lane| (lane, pointers[lane]));
            self.put_memory_shadow(pointee, &shadow, shape, addresses);
        }
        Ok(())
    }

    /// Rule 9: a byte that is read as a truth value is 0 or 1.
    pub fn check_truth(&mut self, scalar: Scalar, loaded: &Data, shape: &[u32]) {
        if scalar != Scalar::I1 || !self.is_sanitizing() {
            return;
        }
        for lane in 0..loaded.len().unwrap_or(1) {
            if let Some(byte) = loaded.bits(lane).filter(|&byte| byte > 1) {
                self.report(Rule::BadValue, shape, lane, || format!("a truth value of {byte}"));
            }
        }
    }

    /// Tells the race detector about the unmasked elements.
    fn note_pointers(
        &mut self,
        access: Access,
        pointers: Value,
        mask: Option<&[u8]>,
    ) -> Result<(), Stop> {
        if !self.is_sanitizing() {
            return Ok(());
        }
        let tile = self.tile(pointers)?;
        let bytes = word_bytes(Elem::Scalar(memory_scalar(tile.elem)?));
        let count = tile.num_elems() as usize;
        let marked = self.get(pointers).lanes::<u64>()?.to_vec(count)?;
        let addresses = self.addresses(self.get(pointers))?.lanes::<u64>()?.to_vec(count)?;
        let unmasked = |&(lane, _): &(usize, u64)| mask.is_none_or(|mask| mask[lane] != 0);
        let elements = addresses.into_iter().enumerate().filter(unmasked);
        self.note_access(access, &tile.dims, bytes, elements);
        let elements = marked.into_iter().enumerate().filter(unmasked);
        self.check_provenance(access, &tile.dims, bytes, elements);
        Ok(())
    }

    /// Rule 13 within one store: no two elements go to one address.
    fn check_distinct(&mut self, pointers: &[u64], mask: Option<&[u8]>, shape: &[u32]) {
        let mut order: Vec<(u64, usize)> = (0..pointers.len())
            .filter(|&lane| mask.is_none_or(|mask| mask[lane] != 0))
            .map(|lane| (pointers[lane], lane))
            .collect();
        order.sort_unstable();
        for pair in order.windows(2) {
            if pair[0].0 == pair[1].0 {
                let first = index_of(pair[0].1, shape);
                self.report(Rule::DataRace, shape, pair[1].1, || {
                    format!("one store writes {:#x} here and at {first:?}", pair[1].0)
                });
            }
        }
    }

    pub fn compare_and_swap(
        &mut self,
        pointers: Value,
        expected: Value,
        new: Value,
        mask: Option<Value>,
        order: (MemoryOrdering, MemoryScope),
    ) -> Result<Data, Stop> {
        let (expected, new) = (self.get(expected).clone(), self.get(new).clone());
        // Masked lanes return the comparison value.
        let masked = expected.clone();
        self.atomic(pointers, mask, order, &masked, |lane, old| {
            (Some(old) == expected.bits(lane)).then(|| new.bits(lane)).flatten()
        })
    }

    pub fn read_modify_write(
        &mut self,
        pointers: Value,
        arg: Value,
        mask: Option<Value>,
        order: (MemoryOrdering, MemoryScope),
        (mode, overflow): (RmwMode, Overflow),
    ) -> Result<Data, Stop> {
        let scalar = memory_scalar(self.elem(pointers)?)?;
        let combine = combiner(scalar, mode)?;
        let added = arg;
        let arg = self.get(arg).clone();
        let old = self.atomic(pointers, mask, order, &Data::Splat(0), |lane, old| {
            arg.bits(lane).map(|arg| combine(old, arg))
        })?;
        if mode == RmwMode::Add && overflow != Overflow::None && self.is_sanitizing() {
            self.check_sums(&old, added, mask, overflow)?;
        }
        Ok(old)
    }

    /// Rule 14: no element of memory overflowed when `added` was added to what was there.
    fn check_sums(
        &mut self,
        old: &Data,
        added: Value,
        mask: Option<Value>,
        overflow: Overflow,
    ) -> Result<(), Malformed> {
        let (width, tile) = (self.width(added)?, self.tile(added)?);
        let (count, arg) = (tile.num_elems() as usize, self.get(added).clone());
        let mask = mask_bytes(mask.map(|mask| self.get(mask)), count)?;
        for (promised, signedness) in promises(overflow) {
            let unmasked = |lane: &usize| mask.as_ref().is_none_or(|mask| mask[*lane] != 0);
            for lane in (0..count).filter(|_| promised).filter(unmasked) {
                let (old, arg) =
                    (old.bits(lane).ok_or(Malformed)?, arg.bits(lane).ok_or(Malformed)?);
                if int::add_overflows(width, signedness, old, arg) {
                    let value = |bits| int::value(width, signedness, bits);
                    self.report(Rule::AtomicOverflow, &tile.dims, lane, || {
                        format!("{} + {}", value(old), value(arg))
                    });
                }
            }
        }
        Ok(())
    }

    // ---- undefined bits of memory; see `shadow` ----

    /// Marks what was loaded from addresses that were never written. Such elements of the tile
    /// block's own memory may still be moved; those of any other are findings.
    pub fn with_memory_shadow(
        &mut self,
        scalar: Scalar,
        loaded: Data,
        shape: &[u32],
        addresses: impl Iterator<Item = (usize, u64)>,
    ) -> Result<Data, Stop> {
        let memories = [self.shared.memory, self.shared.globals_memory, &self.scratch];
        if !memories.into_iter().any(Memory::has_shadows) {
            return Ok(loaded);
        }
        let count = shape.iter().map(|&dim| dim as usize).product();
        let shadow = with_word!(word_bytes(Elem::Scalar(scalar)), W => {
            let mut shadow: Vec<W> = Vec::new();
            let mut element: Vec<W> = Vec::new();
            for (lane, address) in addresses {
                element.clear();
                let is_own = self.scratch.find(address).is_some();
                let known = self.locate(address).is_none_or(|object| {
                    object.check(address, W::BYTES, 1).is_err()
                        || !object.load_shadow(address, 1, &mut element)
                });
                let undefined = element.first().copied().unwrap_or_default();
                if known || undefined == W::default() {
                    continue;
                }
                if is_own {
                    shadow.resize(count, W::default());
                    shadow[lane] = undefined;
                } else {
                    self.report(Rule::Uninitialized, shape, lane, || {
                        format!("memory at {address:#x}, which nothing was written to")
                    });
                }
            }
            if shadow.is_empty() { Data::Splat(0) } else { W::wrap(shadow) }
        });
        Ok(loaded.tainted(normalize(scalar, shadow)?))
    }

    /// Stores the undefined bits of a stored tile into the tile block's own memory; those that go
    /// to any other are findings.
    pub fn put_memory_shadow(
        &mut self,
        scalar: Scalar,
        shadow: &Data,
        shape: &[u32],
        addresses: impl Iterator<Item = (usize, u64)>,
    ) {
        for (lane, address) in addresses {
            let Some(bits) = shadow.bits(lane).filter(|&bits| bits != 0) else { continue };
            let own = self.scratch.find(address);
            if let Some(object) = own {
                with_word!(word_bytes(Elem::Scalar(scalar)), W => {
                    if object.check(address, W::BYTES, 1).is_ok() {
                        object.store_shadow(address, &[W::from_bits(bits)]);
                    }
                });
            } else {
                self.report(Rule::Uninitialized, shape, lane, String::new);
            }
        }
    }

    /// Updates each element in turn, atomically; returns the old ones, or those of `masked` where
    /// the mask is off.
    fn atomic(
        &mut self,
        pointer_tile: Value,
        mask: Option<Value>,
        (ordering, scope): (MemoryOrdering, MemoryScope),
        masked: &Data,
        update: impl Fn(usize, u64) -> Option<u64>,
    ) -> Result<Data, Stop> {
        let tile = self.tile(pointer_tile)?;
        let pointee = memory_scalar(tile.elem)?;
        let (count, shape) = (tile.num_elems() as usize, &tile.dims);
        let mask = mask_bytes(mask.map(|mask| self.get(mask)), count)?;
        let pointers = self.addresses(self.get(pointer_tile))?.lanes::<u64>()?.to_vec(count)?;
        if self.is_sanitizing() {
            // The old elements are used, by the operation or by the one that gets them.
            let unmasked =
                |&(lane, _): &(usize, u64)| mask.as_ref().is_none_or(|mask| mask[lane] != 0);
            let addresses = pointers.iter().copied().enumerate().filter(unmasked);
            let old = self.with_memory_shadow(pointee, Data::Splat(0), shape, addresses)?;
            self.report_undefined(&old.shadow(), shape);
        }
        let mut faults = self.faults();
        let old = with_word!(word_bytes(Elem::Scalar(pointee)), W => {
            let masked = masked.lanes::<W>()?;
            let mut old: Vec<W> = Vec::with_capacity(count);
            for (lane, &address) in pointers.iter().enumerate() {
                if mask.as_ref().is_some_and(|mask| mask[lane] == 0) {
                    old.push(masked.get(lane));
                    continue;
                }
                old.push(self.update_element::<W>(address, lane, &mut faults, |old| {
                    update(lane, old.bits()).map(W::from_bits)
                }));
                if faults.stop() {
                    break;
                }
            }
            W::wrap(old)
        });
        let access = Access { kind: AccessKind::Update, ordering, scope: Some(scope) };
        self.note_pointers(access, pointer_tile, mask.as_deref())?;
        self.raise(faults, shape, word_bytes(Elem::Scalar(pointee)))?;
        Ok(old)
    }

    /// Whether some of the bytes are those of a constant object.
    fn is_frozen(&self, allocation: &Allocation, address: u64, bytes: usize) -> bool {
        let is_static = |it: &Sanitizer| it.is_frozen(address, bytes);
        allocation.is_frozen(address, bytes) || self.sanitizer.as_ref().is_some_and(is_static)
    }

    /// Updates one element; returns the old one, or 0 if there is none.
    pub fn update_element<W: Word>(
        &self,
        address: u64,
        lane: usize,
        faults: &mut Faults,
        update: impl Fn(W) -> Option<W>,
    ) -> W {
        let fault = match self.locate(address) {
            None => Fault::OutOfBounds,
            Some(allocation) if allocation.read_only => Fault::ReadOnly,
            Some(allocation) if self.is_frozen(allocation, address, W::BYTES) => Fault::Constant,
            Some(allocation) => match allocation.check(address, W::BYTES, 1) {
                // Relaxed would do for a relaxed operation; the hardware has one kind anyway.
                Ok(()) => {
                    allocation.define::<W>(address, 1);
                    return allocation.update(address, Ordering::AcqRel, update);
                }
                Err(fault) => fault,
            },
        };
        faults.add(lane, address, fault);
        W::default()
    }

    /// Scratch memory of this tile block.
    pub fn alloca(&mut self, num_elem: i64, alignment: i64) -> Result<Data, Stop> {
        let pointee = memory_scalar(self.elem(self.result()?)?)?;
        let bytes =
            u64::try_from(num_elem).ok().and_then(|n| n.checked_mul(pointee.bytes().into()));
        let alignment = u64::try_from(alignment).unwrap_or(1).max(1);
        let limit = self.shared.options.scratch_limit;
        match bytes {
            Some(bytes) if self.scratch.taken().saturating_add(bytes) <= limit => {
                let tracked = self.is_sanitizing();
                Ok(Data::Splat(self.scratch.alloc_scratch(bytes, alignment, tracked)))
            }
            Some(_) | None => Err(TrapKind::OutOfMemory.into()),
        }
    }
}

/// What memory holds at a pointer: anything but 4-bit elements, which have no address.
pub(super) fn memory_scalar(elem: Elem) -> Result<Scalar, Stop> {
    let pointee = elem.pointee().ok_or(Malformed)?;
    whole_bytes(pointee)
}

pub(super) fn whole_bytes(scalar: Scalar) -> Result<Scalar, Stop> {
    match scalar {
        Scalar::I4 | Scalar::F4E2M1FN => {
            Err(TrapKind::Unsupported("4-bit elements in memory").into())
        }
        _ => Ok(scalar),
    }
}

/// Any nonzero byte is a true i1.
pub(super) fn normalize(scalar: Scalar, loaded: Data) -> Result<Data, Malformed> {
    match scalar {
        Scalar::I1 => map::<u8, u8>(&loaded, |byte| u64::from(byte != 0)),
        _ => Ok(loaded),
    }
}

pub(super) fn fence_after(ordering: MemoryOrdering) {
    match ordering {
        MemoryOrdering::Weak | MemoryOrdering::Relaxed | MemoryOrdering::Release => {}
        MemoryOrdering::Acquire | MemoryOrdering::AcqRel => fence(Ordering::Acquire),
    }
}

pub(super) fn fence_before(ordering: MemoryOrdering) {
    match ordering {
        MemoryOrdering::Weak | MemoryOrdering::Relaxed | MemoryOrdering::Acquire => {}
        MemoryOrdering::Release | MemoryOrdering::AcqRel => fence(Ordering::Release),
    }
}

/// The function of an atomic: old element and argument to new element.
pub(super) fn combiner(
    scalar: Scalar,
    mode: RmwMode,
) -> Result<Box<dyn Fn(u64, u64) -> u64>, Malformed> {
    let int = |f: fn(IntWidth, u64, u64) -> u64| -> Result<Box<dyn Fn(u64, u64) -> u64>, _> {
        let width = scalar.int_width().ok_or(Malformed)?;
        Ok(Box::new(move |old, arg| f(width, old, arg)))
    };
    match mode {
        RmwMode::And => int(|_, old, arg| old & arg),
        RmwMode::Or => int(|_, old, arg| old | arg),
        RmwMode::Xor => int(|_, old, arg| old ^ arg),
        RmwMode::Add => int(int::add),
        RmwMode::Max => int(|width, old, arg| int::max(width, Signedness::Signed, old, arg)),
        RmwMode::Min => int(|width, old, arg| int::min(width, Signedness::Signed, old, arg)),
        RmwMode::UMax => int(|width, old, arg| int::max(width, Signedness::Unsigned, old, arg)),
        RmwMode::UMin => int(|width, old, arg| int::min(width, Signedness::Unsigned, old, arg)),
        RmwMode::AddF => {
            let format = scalar.float_format().ok_or(Malformed)?;
            Ok(Box::new(move |old, arg| float::add(format, FloatMode::NEAREST, old, arg)))
        }
        RmwMode::Xchg => Ok(Box::new(|_, arg| arg)),
    }
}
