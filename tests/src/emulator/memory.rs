//! Memory: bytes that know whether they have been written, and which threads accessed them.

use rustc_hash::FxHashMap;

use super::race::Shadow;

/// A run of bytes.
#[derive(Clone, Debug, Default)]
pub struct Region {
    bytes: Vec<u8>,
    /// One bit a byte.
    written: Vec<u64>,
    pub shadow: Shadow,
}

impl Region {
    /// Nothing of it has been written.
    pub fn unwritten(size: usize) -> Region {
        let written = vec![0; size.div_ceil(64)];
        Region { bytes: vec![0; size], written, shadow: Shadow::default() }
    }

    pub fn from_bytes(bytes: &[u8]) -> Region {
        let written = vec![u64::MAX; bytes.len().div_ceil(64)];
        Region { bytes: bytes.to_vec(), written, shadow: Shadow::default() }
    }

    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    pub fn contains(&self, offset: u64, count: u64) -> bool {
        offset.checked_add(count).is_some_and(|end| end <= self.size())
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Up to 8 bytes, little endian. They must be inside.
    pub fn read(&self, offset: u64, count: u64) -> u64 {
        let mut word = [0; 8];
        let (at, count) = (offset as usize, count as usize);
        word[..count].copy_from_slice(&self.bytes[at..at + count]);
        u64::from_le_bytes(word)
    }

    /// Up to 8 bytes, little endian. They must be inside.
    pub fn write(&mut self, offset: u64, count: u64, value: u64) {
        let (at, count) = (offset as usize, count as usize);
        self.bytes[at..at + count].copy_from_slice(&value.to_le_bytes()[..count]);
        for (word, mask) in marks(at, count) {
            self.written[word] |= mask;
        }
    }

    pub fn is_written(&self, offset: u64, count: u64) -> bool {
        marks(offset as usize, count as usize).all(|(word, mask)| self.written[word] & mask == mask)
    }
}

/// The words of `written` that some bytes have bits in, each with these bits.
fn marks(at: usize, count: usize) -> impl Iterator<Item = (usize, u64)> {
    let end = at + count;
    (at / 64..end.div_ceil(64)).map(move |word| {
        let (from, to) = (at.max(64 * word) - 64 * word, end.min(64 * word + 64) - 64 * word);
        (word, u64::MAX >> (64 - (to - from)) << from)
    })
}

/// Global memory: allocations that start at multiples of 256 and never touch.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    allocations: Vec<(u64, Region)>,
    /// Where the variables of the latest launch's module begin.
    variables: FxHashMap<String, u64>,
}

const FIRST_ADDRESS: u64 = 1 << 32;

impl Memory {
    pub fn new() -> Memory {
        Memory::default()
    }

    pub fn alloc(&mut self, bytes: &[u8]) -> u64 {
        self.add(Region::from_bytes(bytes), 256)
    }

    /// An allocation that has to be written before it is read.
    pub fn alloc_unwritten(&mut self, size: usize) -> u64 {
        self.add(Region::unwritten(size), 256)
    }

    pub(super) fn add(&mut self, region: Region, align: u64) -> u64 {
        let last = self.allocations.last();
        let end = last.map_or(FIRST_ADDRESS, |(start, region)| start + region.size());
        let start = (end + 256).next_multiple_of(align.max(256));
        self.allocations.push((start, region));
        start
    }

    /// The bytes of the allocation that starts at an address.
    pub fn bytes(&self, address: u64) -> &[u8] {
        let found = self.allocations.iter().find(|(start, _)| *start == address);
        found.map_or(&[], |(_, region)| region.bytes())
    }

    /// What the latest launch left in a variable of its module; nothing where there is none.
    pub fn variable(&self, name: &str) -> &[u8] {
        self.variables.get(name).map_or(&[], |&address| self.bytes(address))
    }

    pub(super) fn add_variable(&mut self, name: &str, region: Region, align: u64) -> u64 {
        let address = self.add(region, align);
        self.variables.insert(name.to_owned(), address);
        address
    }

    /// The allocation that holds some bytes, and their place in it.
    pub(super) fn find(&self, address: u64, count: u64) -> Option<(usize, u64)> {
        let index = self.allocations.partition_point(|(start, _)| *start <= address);
        let index = index.checked_sub(1)?;
        let (start, region) = &self.allocations[index];
        region.contains(address - start, count).then_some((index, address - start))
    }

    pub(super) fn region(&mut self, index: usize) -> &mut Region {
        &mut self.allocations[index].1
    }

    /// Forgets all accesses: a kernel boundary orders everything.
    pub(super) fn start_launch(&mut self) {
        self.variables.clear();
        for (_, region) in &mut self.allocations {
            region.shadow = Shadow::default();
        }
    }
}
