//! Global and shared memory, and who touched what since when.

use backend_ptx::ptx::inst::{Inst, Op, Operand};
use backend_ptx::ptx::types::{AtomOp, Space, Ty};
use rustc_hash::FxHashMap;

use super::{Cta, Run, alu, flatten, size};

/// Global memory: allocations that start at multiples of 256 and never touch.
#[derive(Default)]
pub struct Memory {
    allocations: Vec<(u64, Vec<u8>)>,
}

const FIRST_ADDRESS: u64 = 1 << 32;
/// Where generic addresses of shared memory begin.
const SHARED_WINDOW: u64 = 1 << 56;

impl Memory {
    pub fn alloc(&mut self, bytes: &[u8]) -> u64 {
        let end = self
            .allocations
            .last()
            .map_or(FIRST_ADDRESS, |(start, bytes)| start + bytes.len() as u64);
        let start = (end + 256).next_multiple_of(256);
        self.allocations.push((start, bytes.to_vec()));
        start
    }

    /// The bytes of the allocation that starts at an address.
    pub fn bytes(&self, address: u64) -> &[u8] {
        self.allocations.iter().find(|(start, _)| *start == address).map_or(&[], |(_, bytes)| bytes)
    }

    fn slice(&mut self, address: u64, count: usize) -> Run<&mut [u8]> {
        let index = self.allocations.partition_point(|(start, _)| *start <= address);
        let inside = index.checked_sub(1).and_then(|index| {
            let (start, bytes) = &mut self.allocations[index];
            let from = (address - *start) as usize;
            bytes.get_mut(from..from + count)
        });
        inside.ok_or_else(|| format!("{count} bytes at {address:#x} are outside every allocation"))
    }
}

/// Shared memory of a CTA; bytes know whether they have been written.
pub struct Shared {
    bytes: Vec<Option<u8>>,
}

impl Shared {
    pub fn new(size: usize) -> Shared {
        Shared { bytes: vec![None; size] }
    }
}

/// Accesses since the last barrier.
#[derive(Default)]
pub struct Races {
    bytes: FxHashMap<(bool, u64), Touched>,
    epoch: u64,
    /// Barriers of single warps.
    warps: FxHashMap<usize, u64>,
}

#[derive(Clone, Copy)]
struct Touch {
    thread: usize,
    epoch: u64,
    warp_epoch: u64,
    atomic: bool,
}

#[derive(Clone, Default)]
struct Touched {
    write: Option<Touch>,
    reads: Vec<Touch>,
}

impl Races {
    pub fn barrier(&mut self) {
        self.epoch += 1;
        self.bytes.clear();
    }

    pub fn warp_barrier(&mut self, warp: usize) {
        *self.warps.entry(warp).or_default() += 1;
    }

    fn touch(
        &mut self,
        shared: bool,
        address: u64,
        count: usize,
        thread: usize,
        writes: bool,
        atomic: bool,
    ) -> Run<()> {
        let warp_epoch = self.warps.get(&(thread / 32)).copied().unwrap_or(0);
        let now = Touch { thread, epoch: self.epoch, warp_epoch, atomic };
        let ordered = |before: &Touch| {
            before.thread == thread
                || before.epoch != now.epoch
                || (before.thread / 32 == thread / 32 && before.warp_epoch != warp_epoch)
                || (before.atomic && atomic)
        };
        for byte in address..address + count as u64 {
            let touched = self.bytes.entry((shared, byte)).or_default();
            let space = if shared { "shared" } else { "global" };
            if let Some(write) = touched.write.filter(|write| !ordered(write)) {
                return Err(format!(
                    "race in {space} memory at {byte:#x} with a write by thread {}",
                    write.thread
                ));
            }
            if writes {
                if let Some(read) = touched.reads.iter().find(|read| !ordered(read)) {
                    return Err(format!(
                        "race in {space} memory at {byte:#x} with a read by thread {}",
                        read.thread
                    ));
                }
                touched.write = Some(now);
                touched.reads.clear();
            } else if !touched
                .reads
                .iter()
                .any(|read| read.thread == thread && read.warp_epoch == warp_epoch)
            {
                touched.reads.push(now);
            }
        }
        Ok(())
    }
}

impl Cta<'_> {
    pub fn load(
        &mut self,
        thread: usize,
        space: Space,
        address: u64,
        count: usize,
        atomic: bool,
    ) -> Run<u64> {
        let (shared, address) = resolve(space, address);
        if address % count as u64 != 0 {
            return Err(format!("{address:#x} is not a multiple of {count}"));
        }
        self.races.touch(shared, address, count, thread, false, atomic)?;
        let mut value = 0;
        for i in (0..count).rev() {
            let byte = if shared {
                let byte =
                    self.shared.bytes.get(address as usize + i).ok_or("outside shared memory")?;
                byte.ok_or("shared memory that nobody has written")?
            } else {
                self.memory.slice(address + i as u64, 1)?[0]
            };
            value = value << 8 | u64::from(byte);
        }
        Ok(value)
    }

    pub fn store(
        &mut self,
        thread: usize,
        space: Space,
        address: u64,
        count: usize,
        value: u64,
        atomic: bool,
    ) -> Run<()> {
        let (shared, address) = resolve(space, address);
        if address % count as u64 != 0 {
            return Err(format!("{address:#x} is not a multiple of {count}"));
        }
        self.races.touch(shared, address, count, thread, true, atomic)?;
        for i in 0..count {
            let byte = (value >> (8 * i)) as u8;
            if shared {
                *self
                    .shared
                    .bytes
                    .get_mut(address as usize + i)
                    .ok_or("outside shared memory")? = Some(byte);
            } else {
                self.memory.slice(address + i as u64, 1)?[0] = byte;
            }
        }
        Ok(())
    }

    /// Loads, stores and atomics.
    pub fn access(&mut self, thread: usize, inst: &Inst) -> Run<()> {
        match inst.op {
            Op::Ld { space, vector, ty, sem, .. } => {
                let address = self.address(thread, &inst.operands[0])?;
                let bytes = size(ty) as u64;
                aligned(address, bytes * u64::from(vector.count()))?;
                let strong = sem != backend_ptx::ptx::types::Sem::Weak;
                for (i, reg) in flatten(&inst.results).into_iter().enumerate() {
                    let value =
                        self.load(thread, space, address + i as u64 * bytes, size(ty), strong)?;
                    self.write_reg(thread, reg, value);
                }
                Ok(())
            }
            Op::St { space, vector, ty, sem, .. } => {
                let address = self.address(thread, &inst.operands[0])?;
                let bytes = size(ty) as u64;
                aligned(address, bytes * u64::from(vector.count()))?;
                let strong = sem != backend_ptx::ptx::types::Sem::Weak;
                let vals = match &inst.operands[1] {
                    Operand::Vec(list) => list.to_vec(),
                    Operand::Val(val) => vec![*val],
                    _ => return Err("nothing to store".into()),
                };
                for (i, val) in vals.into_iter().enumerate() {
                    let value = self.read(thread, val)?;
                    self.store(thread, space, address + i as u64 * bytes, size(ty), value, strong)?;
                }
                Ok(())
            }
            Op::Atom { space, op, ty, .. } => {
                let old = self.update(thread, inst, space, op, ty)?;
                self.write(thread, &inst.results[0], old)
            }
            Op::Red { space, op, ty, .. } => self.update(thread, inst, space, op, ty).map(drop),
            Op::AtomCas { space, ty, .. } => {
                let address = self.address(thread, &inst.operands[0])?;
                let old = self.load(thread, space, address, size(ty), true)?;
                let (Operand::Val(expected), Operand::Val(new)) =
                    (&inst.operands[1], &inst.operands[2])
                else {
                    return Err("no value".into());
                };
                if old == self.read(thread, *expected)? {
                    let new = self.read(thread, *new)?;
                    self.store(thread, space, address, size(ty), new, true)?;
                }
                self.write(thread, &inst.results[0], old)
            }
            Op::CpAsync {} | Op::CpAsyncSmall {} => {
                let to = self.address(thread, &inst.operands[0])?;
                let from = self.address(thread, &inst.operands[1])?;
                let (Operand::Val(count), Operand::Val(read)) =
                    (&inst.operands[2], &inst.operands[3])
                else {
                    return Err("no size".into());
                };
                let (count, read) = (self.read(thread, *count)?, self.read(thread, *read)?);
                aligned(to, count)?;
                aligned(from, count)?;
                for i in 0..count {
                    let byte = if i < read {
                        self.load(thread, Space::Global, from + i, 1, false)?
                    } else {
                        0
                    };
                    self.store(thread, Space::Shared, to + i, 1, byte, false)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn update(&mut self, thread: usize, inst: &Inst, space: Space, op: AtomOp, ty: Ty) -> Run<u64> {
        let address = self.address(thread, &inst.operands[0])?;
        let old = self.load(thread, space, address, size(ty), true)?;
        let Operand::Val(val) = inst.operands[1] else { return Err("no value".into()) };
        let new = alu::atomic(op, ty, old, self.read(thread, val)?)?;
        self.store(thread, space, address, size(ty), new, true)?;
        Ok(old)
    }
}

fn aligned(address: u64, bytes: u64) -> Run<()> {
    if address.is_multiple_of(bytes) {
        Ok(())
    } else {
        Err(format!("{address:#x} is not a multiple of {bytes}"))
    }
}

/// Whether an address is in shared memory, and which there.
fn resolve(space: Space, address: u64) -> (bool, u64) {
    match space {
        Space::Shared | Space::SharedCluster => (true, address),
        Space::Generic if address >= SHARED_WINDOW => (true, address - SHARED_WINDOW),
        _ => (false, address),
    }
}

/// The generic address of a variable.
pub fn generic(space: Space, address: u64) -> u64 {
    if space == Space::Shared { address + SHARED_WINDOW } else { address }
}
