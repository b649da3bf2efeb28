//! Global memory: disjoint allocations in one address space, every access checked.
//!
//! Addresses are made up. Allocations start at multiples of 256 bytes and lie so far apart that no
//! 32-bit index times an element size reaches from one into another; 0 is never an address.
//! The exception is what [`Memory::alloc_shared`] makes: its addresses are those of this process, so that code which is
//! not interpreted reaches the bytes as well.
//!
//! Tile blocks on several threads share the memory, so it is made of atomic 64-bit words. An
//! element of up to 8 bytes at its natural alignment lies in one word: loading it is one atomic
//! load, storing part of a word is a compare-exchange, and every read-modify-write is one as well.
//! All word accesses are relaxed; the orderings of the IR become fences around them, which maps
//! the PTX memory model onto Rust's one to one.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::data::Word;
use super::trap::Fault;
use super::words::Words;

/// Where the first allocation starts: above 32 bits, so that a truncated pointer is not a
/// pointer.
const FIRST_ADDRESS: u64 = 1 << 40;
/// Where the first one starts beside addresses of this process: above all that a process can have.
const ABOVE_PROCESS: u64 = 1 << 48;
/// The least distance between allocations: 32 bits of index times 8 bytes, both ways.
const GUARD: u64 = 1 << 36;
const ALIGNMENT: u64 = 256;

/// Buffers that kernels can reach, by address.
#[derive(Debug)]
pub struct Memory {
    /// By address.
    allocations: Vec<Allocation>,
    next: u64,
    /// What all allocations took, each with something for its book-keeping.
    taken: u64,
}

/// One buffer.
#[derive(Debug)]
pub(super) struct Allocation {
    pub base: u64,
    pub len: u64,
    /// The address of the first word: `base`, or less than a word's alignment before it.
    origin: u64,
    pub read_only: bool,
    words: Words,
    /// The lifetime of the object has ended.
    is_ended: bool,
    /// The bytes of constant objects in it.
    frozen: Vec<Range<u64>>,
    /// The bits that have not been written yet, as an allocation of the same addresses; for the
    /// sanitizer.
    shadow: Option<Box<Allocation>>,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory::new()
    }
}

impl Memory {
    pub fn new() -> Memory {
        Memory::starting_at(FIRST_ADDRESS)
    }

    /// Memory whose made-up addresses are outside of the address space of this process.
    pub fn beside_process() -> Memory {
        Memory::starting_at(ABOVE_PROCESS)
    }

    pub(super) fn starting_at(next: u64) -> Memory {
        Memory { allocations: Vec::new(), next, taken: 0 }
    }

    /// A new buffer with these bytes; returns its address.
    pub fn alloc(&mut self, bytes: &[u8]) -> u64 {
        self.alloc_aligned(bytes, ALIGNMENT)
    }

    /// A new buffer of `len` bytes, all `byte`; returns its address.
    pub fn alloc_filled(&mut self, len: usize, byte: u8) -> u64 {
        let word = u64::from_le_bytes([byte; 8]);
        let words = (0..len.div_ceil(8)).map(|_| AtomicU64::new(word)).collect();
        self.insert(words, len as u64, ALIGNMENT)
    }

    /// A new buffer of `len` bytes, all `byte`, at the address that it has in this process; returns that. Code outside
    /// of the interpreter may use the bytes there until the buffer is freed.
    pub fn alloc_shared(&mut self, len: usize, byte: u8) -> u64 {
        let word = u64::from_le_bytes([byte; 8]);
        let n_words = len.div_ceil(8) + (ALIGNMENT / 8) as usize;
        let words: Box<[AtomicU64]> = (0..n_words).map(|_| AtomicU64::new(word)).collect();
        let origin = words.as_ptr() as u64;
        let base = origin.next_multiple_of(ALIGNMENT);
        self.taken = self.taken.saturating_add(len as u64 + ALIGNMENT);
        self.place(Allocation { origin, ..Allocation::new(base, len as u64, Words::Own(words)) });
        base
    }

    /// A buffer of `len` bytes at an address that other code knows it by. The bytes are those of words that stay for all time,
    /// wherever they are; the first word has the byte at `base`, at the place that `base` has in a word.
    pub fn alloc_outside(&mut self, base: u64, len: usize, words: &'static [AtomicU64]) {
        self.taken = self.taken.saturating_add(len as u64);
        let outside = Allocation::new(base, len as u64, Words::Outside(words));
        self.place(Allocation { origin: base & !7, ..outside });
    }

    /// Kernels may not write the buffer at `address` from now on.
    pub fn protect(&mut self, address: u64) {
        if let Some(buffer) = self.find_mut(address).filter(|buffer| buffer.base == address) {
            buffer.read_only = true;
        }
    }

    fn place(&mut self, allocation: Allocation) {
        let at = self.allocations.partition_point(|other| other.base < allocation.base);
        self.allocations.insert(at, allocation);
    }

    /// A new buffer with these bytes, which count as unwritten for the sanitizer:
    /// reading them is a finding.
    pub fn alloc_uninitialized(&mut self, bytes: &[u8]) -> u64 {
        let base = self.alloc(bytes);
        self.shadow_last();
        base
    }

    pub(super) fn alloc_aligned(&mut self, bytes: &[u8], alignment: u64) -> u64 {
        let (chunks, rest) = bytes.as_chunks::<8>();
        let mut words: Vec<AtomicU64> =
            chunks.iter().map(|&chunk| AtomicU64::new(u64::from_le_bytes(chunk))).collect();
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            words.push(AtomicU64::new(u64::from_le_bytes(last)));
        }
        self.insert(words, bytes.len() as u64, alignment)
    }

    /// A new buffer that kernels may not write.
    pub(super) fn alloc_constant(&mut self, bytes: &[u8], alignment: u64) -> u64 {
        let base = self.alloc_aligned(bytes, alignment);
        if let Some(last) = self.allocations.last_mut() {
            last.read_only = true;
        }
        base
    }

    /// Scratch memory of a tile block: zeros, so that a run is the same every time, which are
    /// marked as undefined if that is `tracked`.
    pub(super) fn alloc_scratch(&mut self, len: u64, alignment: u64, tracked: bool) -> u64 {
        let words = (0..len.div_ceil(8)).map(|_| AtomicU64::new(0)).collect();
        let base = self.insert(words, len, alignment);
        if tracked {
            self.shadow_last();
        }
        base
    }

    /// Marks the last allocation as undefined.
    fn shadow_last(&mut self) {
        if let Some(last) = self.allocations.last_mut() {
            let words = last.words.iter().map(|_| AtomicU64::new(u64::MAX));
            let (base, len) = (last.base, last.len);
            last.shadow =
                Some(Box::new(Allocation::new(base, len, words.collect::<Vec<_>>().into())));
        }
    }

    fn insert(&mut self, words: Vec<AtomicU64>, len: u64, alignment: u64) -> u64 {
        let base = self.next.next_multiple_of(alignment.clamp(ALIGNMENT, GUARD));
        self.taken = self.taken.saturating_add(len + ALIGNMENT);
        self.next = (base + len + GUARD).next_multiple_of(ALIGNMENT);
        self.allocations.push(Allocation::new(base, len, words.into()));
        base
    }

    fn find_mut(&mut self, address: u64) -> Option<&mut Allocation> {
        let after = self.allocations.partition_point(|allocation| allocation.base <= address);
        let allocation = self.allocations.get_mut(after.checked_sub(1)?)?;
        (address - allocation.base <= allocation.len).then_some(allocation)
    }

    /// The lifetime of the object at `address` ends; its contents are gone.
    pub(super) fn end(&mut self, address: u64) {
        if let Some(object) = self.find_mut(address).filter(|object| object.base == address) {
            object.is_ended = true;
            object.words = Words::default();
            object.shadow = None;
            object.frozen = Vec::new();
        }
    }

    /// The bytes are those of a constant object from now on.
    pub(super) fn freeze(&mut self, bytes: Range<u64>) {
        if let Some(object) = self.find_mut(bytes.start) {
            object.frozen.push(bytes);
        }
    }

    /// Nothing of the object at `address` is constant until it is initialised.
    pub(super) fn thaw(&mut self, address: u64) {
        if let Some(object) = self.find_mut(address) {
            object.frozen = Vec::new();
        }
    }

    /// Takes the buffer at `address` away; later accesses of it trap.
    pub fn free(&mut self, address: u64) {
        self.allocations.retain(|allocation| allocation.base != address);
    }

    /// The `len` bytes at `address`, or `None` if they are not all in one buffer.
    pub fn read(&self, address: u64, len: usize) -> Option<Vec<u8>> {
        let allocation = self.find(address)?;
        let start = address - allocation.base;
        (start.checked_add(len as u64)? <= allocation.len).then(|| {
            let mut bytes = Vec::new();
            allocation.load_run(address, len, &mut bytes);
            bytes
        })
    }

    /// The addresses of the buffer that has `address` among them.
    pub fn buffer_of(&self, address: u64) -> Option<Range<u64>> {
        let found = self.find(address)?;
        (address < found.base + found.len.max(1)).then(|| found.base..found.base + found.len)
    }

    /// Writes bytes at `address`, or returns `None` if they do not fit in one buffer.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Option<()> {
        let allocation = self.find(address)?;
        let start = address - allocation.base;
        (start.checked_add(bytes.len() as u64)? <= allocation.len).then(|| {
            allocation.store_run(address, bytes);
            allocation.define::<u8>(address, bytes.len());
        })
    }

    /// Says of the `len` bytes at `to` that they are undefined where those at `from` are, as after a copy.
    pub fn copy_definedness(&self, to: u64, from: u64, len: usize) {
        let (Some(target), Some(source)) = (self.find(to), self.find(from)) else { return };
        let mut undefined: Vec<u8> = Vec::new();
        if source.load_shadow(from, len, &mut undefined) {
            target.store_shadow(to, &undefined);
        }
    }

    /// The allocation that holds `address`, or ends there.
    pub(super) fn find(&self, address: u64) -> Option<&Allocation> {
        let after = self.allocations.partition_point(|allocation| allocation.base <= address);
        let allocation = self.allocations.get(after.checked_sub(1)?)?;
        (address - allocation.base <= allocation.len).then_some(allocation)
    }

    /// Whether some of the contents are known to be undefined, or were.
    pub(super) fn has_shadows(&self) -> bool {
        self.allocations.iter().any(|allocation| allocation.shadow.is_some())
    }

    /// Bytes that all allocations took.
    pub(super) fn taken(&self) -> u64 {
        self.taken
    }
}

impl Allocation {
    fn new(base: u64, len: u64, words: Words) -> Allocation {
        let frozen = Vec::new();
        let (read_only, is_ended, origin) = (false, false, base);
        Allocation { base, len, origin, read_only, words, is_ended, frozen, shadow: None }
    }

    /// Whether some of the bytes are those of a constant object.
    pub fn is_frozen(&self, address: u64, bytes: usize) -> bool {
        let end = address.saturating_add(bytes as u64);
        self.frozen.iter().any(|frozen| frozen.start < end && address < frozen.end)
    }

    /// Checks `count` elements of `bytes` bytes in a row at `address`.
    pub fn check(&self, address: u64, bytes: usize, count: usize) -> Result<(), Fault> {
        if self.is_ended {
            return Err(Fault::Ended);
        }
        let offset = address.wrapping_sub(self.base);
        let size = (bytes as u64).saturating_mul(count as u64);
        if offset > self.len || size > self.len - offset {
            return Err(Fault::OutOfBounds);
        }
        if !address.is_multiple_of(bytes as u64) {
            return Err(Fault::Misaligned);
        }
        Ok(())
    }

    /// How many elements from `address` on are inside.
    pub fn room(&self, address: u64, bytes: usize) -> usize {
        ((self.base + self.len).saturating_sub(address) / bytes as u64) as usize
    }

    /// The undefined bits of `count` checked elements in a row, if some may be undefined.
    pub fn load_shadow<W: Word>(&self, address: u64, count: usize, to: &mut Vec<W>) -> bool {
        match &self.shadow {
            Some(shadow) => {
                shadow.load_run(address, count, to);
                true
            }
            None => false,
        }
    }

    /// Says which bits of checked elements in a row are undefined from now on.
    pub fn store_shadow<W: Word>(&self, address: u64, undefined: &[W]) {
        if let Some(shadow) = &self.shadow {
            shadow.store_run(address, undefined);
        }
    }

    /// Says that `count` checked elements in a row are defined from now on.
    pub fn define<W: Word>(&self, address: u64, count: usize) {
        if let Some(shadow) = &self.shadow {
            (0..count).for_each(|i| shadow.store(address + (i * W::BYTES) as u64, W::default()));
        }
    }

    /// The word of a checked address, and the shift of its element.
    #[inline(always)]
    fn word(&self, address: u64) -> (&AtomicU64, u32) {
        let offset = address - self.origin;
        (&self.words[(offset / 8) as usize], (offset % 8) as u32 * 8)
    }

    /// The element at a checked address.
    #[inline(always)]
    pub fn load<W: Word>(&self, address: u64) -> W {
        let (word, shift) = self.word(address);
        W::from_bits(word.load(Ordering::Relaxed) >> shift)
    }

    /// Stores an element at a checked address.
    #[inline(always)]
    pub fn store<W: Word>(&self, address: u64, value: W) {
        if W::BYTES == 8 {
            self.word(address).0.store(value.bits(), Ordering::Relaxed);
        } else {
            self.update(address, Ordering::Relaxed, |_: W| Some(value));
        }
    }

    /// Replaces the element at a checked address by `f` of it, unless that is `None`, atomically;
    /// returns the old element.
    #[inline(always)]
    pub fn update<W: Word>(
        &self,
        address: u64,
        ordering: Ordering,
        f: impl Fn(W) -> Option<W>,
    ) -> W {
        let (word, shift) = self.word(address);
        let mask = (u64::MAX >> (64 - 8 * W::BYTES)) << shift;
        let mut old = word.load(Ordering::Relaxed);
        while let Some(new) = f(W::from_bits(old >> shift)) {
            let replaced = old & !mask | new.bits() << shift;
            match word.compare_exchange_weak(old, replaced, ordering, Ordering::Relaxed) {
                Ok(_) => break,
                Err(now) => old = now,
            }
        }
        W::from_bits(old >> shift)
    }

    /// Appends `count` checked elements in a row to `to`.
    pub fn load_run<W: Word>(&self, mut address: u64, mut count: usize, to: &mut Vec<W>) {
        let per_word = 8 / W::BYTES;
        to.reserve(count);
        while count > 0 && !address.is_multiple_of(8) {
            to.push(self.load(address));
            address += W::BYTES as u64;
            count -= 1;
        }
        let first = ((address - self.origin) / 8) as usize;
        let whole = count / per_word;
        if whole > 0 {
            let words = &self.words[first..first + whole];
            to.extend(words.iter().flat_map(|word| {
                let bits = word.load(Ordering::Relaxed);
                (0..per_word).map(move |i| W::from_bits(bits >> (i * 8 * W::BYTES)))
            }));
        }
        for i in whole * per_word..count {
            to.push(self.load(address + (i * W::BYTES) as u64));
        }
    }

    /// Stores checked elements in a row: whole words at once where they are whole.
    pub fn store_run<W: Word>(&self, mut address: u64, mut values: &[W]) {
        let per_word = 8 / W::BYTES;
        while let (Some((&first, rest)), false) = (values.split_first(), address.is_multiple_of(8))
        {
            self.store(address, first);
            address += W::BYTES as u64;
            values = rest;
        }
        let mut index = ((address - self.origin) / 8) as usize;
        let mut chunks = values.chunks_exact(per_word);
        for chunk in &mut chunks {
            let bits = chunk
                .iter()
                .enumerate()
                .fold(0, |bits, (i, value)| bits | value.bits() << (i * 8 * W::BYTES));
            self.words[index].store(bits, Ordering::Relaxed);
            index += 1;
        }
        for (i, &value) in chunks.remainder().iter().enumerate() {
            self.store(self.origin + index as u64 * 8 + (i * W::BYTES) as u64, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_return_as_they_were_written() {
        let mut memory = Memory::new();
        let bytes: Vec<u8> = (0..37).collect();
        let address = memory.alloc(&bytes);
        let other = memory.alloc(&[9; 3]);
        assert_eq!(address % 256, 0);
        assert_eq!(memory.read(address, 37), Some(bytes));
        assert_eq!(memory.read(address + 30, 8), None);
        assert_eq!(memory.read(other, 3), Some(vec![9; 3]));
        assert_eq!(memory.read(0, 1), None);
        memory.write(address + 5, &[100, 101, 102, 103, 104, 105, 106, 107, 108]).unwrap();
        assert_eq!(memory.read(address + 4, 3), Some(vec![4, 100, 101]));
        assert_eq!(memory.read(address + 12, 3), Some(vec![107, 108, 14]));
        memory.free(address);
        assert_eq!(memory.read(address, 1), None);
    }

    #[test]
    fn shared_buffers_have_addresses_of_this_process() {
        let mut memory = Memory::beside_process();
        let device = memory.alloc_filled(16, 1);
        let shared: Vec<u64> = (1..9).map(|len| memory.alloc_shared(len * 100, 7)).collect();
        assert!(device >= ABOVE_PROCESS);
        for (&address, len) in shared.iter().zip(1..9u64) {
            assert_eq!((address % 256, address < ABOVE_PROCESS), (0, true));
            assert_eq!(memory.buffer_of(address + 99), Some(address..address + len * 100));
            assert_eq!(memory.read(address, 100 * len as usize + 1), None);
            memory.write(address + 3, &[len as u8; 20]).unwrap();
        }
        for (&address, len) in shared.iter().zip(1..9u8) {
            let mut expected = vec![7; 3];
            expected.extend([len; 20]);
            expected.extend([7; 77]);
            assert_eq!(memory.read(address, 100), Some(expected));
            memory.free(address);
            assert_eq!(memory.buffer_of(address), None);
        }
        assert_eq!(memory.read(device, 16), Some(vec![1; 16]));
    }

    #[test]
    fn buffers_outside_begin_anywhere_in_a_word() {
        for start in 0..8u64 {
            let words: &'static [AtomicU64] = Box::leak(Box::new([const { AtomicU64::new(0) }; 4]));
            let base = words.as_ptr() as u64 + start;
            let mut memory = Memory::beside_process();
            memory.alloc_outside(base, 17, words);
            let bytes: Vec<u8> = (1..18).collect();
            memory.write(base, &bytes).unwrap();
            assert_eq!(memory.read(base, 17), Some(bytes.clone()));
            assert_eq!(memory.read(base, 18), None);
            let mut expected = vec![0; start as usize];
            expected.extend(bytes);
            expected.resize(32, 0);
            let all: Vec<u8> =
                words.iter().flat_map(|word| word.load(Ordering::Relaxed).to_le_bytes()).collect();
            assert_eq!(all, expected);
        }
    }

    #[test]
    fn runs_of_any_alignment_round_trip() {
        let mut memory = Memory::new();
        let base = memory.alloc_filled(64, 0xEE);
        let allocation = memory.find(base).unwrap();
        for start in 0..8u64 {
            for count in 0..20 {
                let values: Vec<u16> = (0..count as u16).map(|i| i * 257 + start as u16).collect();
                allocation.store_run(base + 2 * start, &values);
                let mut back: Vec<u16> = Vec::new();
                allocation.load_run(base + 2 * start, count, &mut back);
                assert_eq!(back, values);
            }
        }
        assert_eq!(allocation.check(base + 62, 2, 1), Ok(()));
        assert_eq!(allocation.check(base + 62, 2, 2), Err(Fault::OutOfBounds));
        assert_eq!(allocation.check(base + 61, 2, 1), Err(Fault::Misaligned));
    }
}
