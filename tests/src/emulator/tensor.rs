//! Tensor maps, and copies of boxes of tensors to shared memory.
//!
//! A map's 128 bytes are opaque, so here they have a form of our own; `tensormap.replace` is the
//! only way to fill them. A box is copied when the copy is issued, the first moment that PTX
//! allows, and its bytes count at the mbarrier: a thread that reads without waiting for that races
//! with the copy.
//!
//! Maps in global memory are written by one CTA of each SM at a time, which the emulator does not
//! model, so accesses to them are not checked for races.

use super::exec::RANK_SHIFT;
use super::machine::{Cx, lanes};
use super::mnemonic::Mnemonic;
use super::program::{Decoded, Gather, Op};
use super::race::TouchKind;
use super::report::FindingKind;
use super::syntax::Result;
use super::types::Space;

/// An instruction on tensor maps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tensor {
    /// Writes a field, or that field of the dimension given first.
    Replace { field: Field, per_dim: bool },
    /// From shared to global memory.
    Publish,
    /// Copies a box of so many dimensions, to the CTAs of a mask where there is one.
    Load { rank: usize, multicast: bool },
    /// Copies a part of each of four rows of a tensor of two dimensions.
    Gather,
}

/// Where a field is in our form of a map, and its size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    offset: u64,
    size: u64,
}

const fn field(offset: u64, size: u64) -> Field {
    Field { offset, size }
}

const ADDRESS: Field = field(0, 8);
const STRIDES: Field = field(8, 8);
const RANK: Field = field(40, 4);
const ELEM: Field = field(44, 4);
const INTERLEAVE: Field = field(48, 4);
const SWIZZLE: Field = field(52, 4);
const FILL: Field = field(56, 4);
const BOX: Field = field(60, 4);
const EXTENTS: Field = field(80, 4);
const STEPS: Field = field(100, 4);
pub(super) const MAP_BYTES: u64 = 128;

const FIELDS: &[(&str, Tensor)] = &[
    ("global_address", Tensor::Replace { field: ADDRESS, per_dim: false }),
    ("rank", Tensor::Replace { field: RANK, per_dim: false }),
    ("elemtype", Tensor::Replace { field: ELEM, per_dim: false }),
    ("interleave_layout", Tensor::Replace { field: INTERLEAVE, per_dim: false }),
    ("swizzle_mode", Tensor::Replace { field: SWIZZLE, per_dim: false }),
    ("fill_mode", Tensor::Replace { field: FILL, per_dim: false }),
    ("box_dim", Tensor::Replace { field: BOX, per_dim: true }),
    ("global_dim", Tensor::Replace { field: EXTENTS, per_dim: true }),
    ("global_stride", Tensor::Replace { field: STRIDES, per_dim: true }),
    ("element_stride", Tensor::Replace { field: STEPS, per_dim: true }),
];

/// Bytes of an element by the number of its type.
const ELEM_BYTES: [u64; 13] = [1, 2, 4, 4, 8, 8, 2, 4, 4, 8, 2, 4, 4];
/// Rows that one instruction gathers.
const GATHERED: usize = 4;
/// The number of the type whose elements are rounded to tf32.
const TF32: u64 = 11;

/// An f32 rounded to tf32, to nearest even.
fn rounded_to_tf32(bits: u64) -> u64 {
    let low = bits & 0x1FFF;
    let up = low > 0x1000 || (low == 0x1000 && bits & 0x2000 != 0);
    match bits & 0x7FFF_FFFF {
        0x7F80_0001.. => 0x7FFF_E000,
        _ => (bits & !0x1FFF) + u64::from(up) * 0x2000,
    }
}

pub fn read(m: &mut Mnemonic<'_>) -> Result<Option<Decoded>> {
    match m.base() {
        "tensormap" if m.flag("replace") => {
            m.one_of(&[("tile", ())])?;
            let op = m.one_of(FIELDS)?;
            if m.space() != Space::Shared || !m.flag("b1024") {
                return Err(m.error("a map in shared memory is wanted"));
            }
            m.one_of(&[("b32", ()), ("b64", ())])?;
            Ok(Some(Decoded::alone(Op::Tensor(op), 0)))
        }
        "tensormap" => {
            m.one_of(&[("cp_fenceproxy", ())])?;
            let words = [
                "global",
                "shared::cta",
                "tensormap::generic",
                "release",
                "gpu",
                "sync",
                "aligned",
            ];
            for word in words {
                m.one_of(&[(word, ())])?;
            }
            Ok(Some(Decoded { op: Op::Tensor(Tensor::Publish), results: 0, gather: Gather::Warp }))
        }
        "cp" => {
            if !(m.flag("async") && m.flag("bulk")) {
                return Ok(None);
            }
            // A hint: nothing depends on it.
            let prefetches = m.flag("prefetch");
            m.one_of(&[("tensor", ())])?;
            let rank = m.one_of(&[("1d", 1), ("2d", 2), ("3d", 3), ("4d", 4), ("5d", 5)])?;
            if prefetches {
                for word in ["L2", "global", "tile"] {
                    m.one_of(&[(word, ())])?;
                }
                return Ok(Some(Decoded::alone(Op::Nothing, 0)));
            }
            for word in ["shared::cluster", "global"] {
                m.one_of(&[(word, ())])?;
            }
            let gathers = m.one_of(&[("tile", false), ("tile::gather4", true)])?;
            m.one_of(&[("mbarrier::complete_tx::bytes", ())])?;
            if gathers && rank != 2 {
                return Err(m.error("rows are gathered of a tensor of two dimensions"));
            }
            let multicast = !gathers && m.flag("multicast::cluster");
            let load = if gathers { Tensor::Gather } else { Tensor::Load { rank, multicast } };
            Ok(Some(Decoded::alone(Op::Tensor(load), 0)))
        }
        _ => Ok(None),
    }
}

/// The bits that a swizzle XORs to an address: bits 4.. with bits 7.., as many as its span has
/// units of 16 bytes.
pub fn swizzled(address: u64, span: u64) -> u64 {
    address ^ (address >> 7 & (span / 16 - 1)) << 4
}

impl Cx<'_, '_> {
    pub fn tensor(&mut self, tensor: &Tensor) {
        match tensor {
            Tensor::Replace { field, per_dim } => self.replace(*field, *per_dim),
            Tensor::Publish => self.publish_map(),
            Tensor::Load { rank, multicast } => {
                for lane in lanes(self.active) {
                    let mask = match self.inst.src.last() {
                        Some(&mask) if *multicast => self.fetch(mask)[lane],
                        _ => 1 << self.rank,
                    };
                    for to in (0..self.cluster.ctas.len()).filter(|to| mask >> to & 1 == 1) {
                        self.load_box(*rank, lane, to);
                    }
                }
            }
            Tensor::Gather => {
                for lane in lanes(self.active) {
                    self.load_box(2, lane, self.rank);
                }
            }
        }
    }

    fn replace(&mut self, field: Field, per_dim: bool) {
        let addresses = self.addresses(self.inst.mem[0]);
        let src = self.inst.src.clone();
        let dims = if per_dim { self.fetch(src[0]) } else { [0; 32] };
        let values = self.fetch(src[usize::from(per_dim)]);
        for lane in lanes(self.active) {
            let Some(at) = self.locate(Space::Shared, addresses[lane], MAP_BYTES, lane) else {
                continue;
            };
            self.touch(at, MAP_BYTES, true, TouchKind::Weak, lane);
            let offset = at.offset + field.offset + dims[lane] * field.size;
            self.region(at.area, lane).write(offset, field.size, values[lane]);
        }
    }

    fn publish_map(&mut self) {
        let inst = self.inst;
        let (to, from) = (self.addresses(inst.mem[0])[0], self.addresses(inst.mem[1])[0]);
        let Some(from) = self.locate(Space::Shared, from, MAP_BYTES, 0) else { return };
        let Some(to) = self.locate(Space::Global, to, MAP_BYTES, 0) else { return };
        self.check_written(from, MAP_BYTES, 0);
        self.touch(from, MAP_BYTES, false, TouchKind::Weak, 0);
        for i in (0..MAP_BYTES).step_by(8) {
            let word = self.region(from.area, 0).read(from.offset + i, 8);
            self.region(to.area, 0).write(to.offset + i, 8, word);
        }
    }

    /// Copies a box to the shared memory of a CTA of the cluster; or, where the instruction has the numbers of four rows, a
    /// box from each of these, one behind the other.
    fn load_box(&mut self, rank: usize, lane: usize, cta: usize) {
        let inst = self.inst;
        let [to, map, barrier] = [0, 1, 2].map(|i| self.addresses(inst.mem[i])[lane]);
        let here = |address: u64| address & ((1 << RANK_SHIFT) - 1);
        let there = |address: u64| (cta as u64 + 1) << RANK_SHIFT | here(address);
        let gathers = matches!(inst.op, Op::Tensor(Tensor::Gather));
        let count = if gathers { 1 + GATHERED } else { rank };
        let sources = inst.src[..count].iter();
        let coordinates: Vec<i64> =
            sources.map(|&src| i64::from(self.fetch(src)[lane] as i32)).collect();
        let Some(map) = self.locate(Space::Generic, map, MAP_BYTES, lane) else { return };
        self.check_written(map, MAP_BYTES, lane);
        self.check_acquired(map, lane);
        let get = |cx: &mut Self, field: Field, dim: usize| {
            cx.region(map.area, lane)
                .read(map.offset + field.offset + dim as u64 * field.size, field.size)
        };
        let base = get(self, ADDRESS, 0);
        let ty = get(self, ELEM, 0);
        let elem = ELEM_BYTES[ty as usize % ELEM_BYTES.len()];
        let swizzle = get(self, SWIZZLE, 0);
        let bounds: Vec<u64> = (0..rank).map(|dim| get(self, BOX, dim)).collect();
        let extents: Vec<i64> = (0..rank).map(|dim| get(self, EXTENTS, dim) as i64).collect();
        let strides: Vec<u64> = (0..rank)
            .map(|dim| if dim == 0 { elem } else { get(self, STRIDES, dim - 1) })
            .collect();
        let span = 16 << swizzle;
        let inner = bounds[0] * elem;
        let illegal = get(self, RANK, 0) + 1 != rank as u64
            || bounds.iter().any(|&bound| bound == 0 || bound > 256)
            || !inner.is_multiple_of(16)
            || (swizzle > 0 && inner > span)
            || !base.is_multiple_of(16)
            || strides[1..].iter().any(|stride| !stride.is_multiple_of(16))
            || extents.iter().any(|&extent| extent < 1)
            || (gathers && bounds[1] != 1);
        if illegal || !to.is_multiple_of(128) {
            self.finding(FindingKind::UndefinedResult, lane, || {
                format!("a map with box {bounds:?}, extents {extents:?}, strides {strides:?}")
            });
            return;
        }
        let of_box: u64 = bounds.iter().product();
        let count = if gathers { GATHERED as u64 * of_box } else { of_box };
        for number in 0..count {
            let mut rest = number;
            let (mut address, mut inside) = (base, true);
            for dim in 0..rank {
                let at = match gathers && dim == 1 {
                    true => coordinates[1 + rest as usize],
                    false => coordinates[dim] + (rest % bounds[dim]) as i64,
                };
                rest /= bounds[dim];
                inside &= (0..extents[dim]).contains(&at);
                address = address.wrapping_add((at as u64).wrapping_mul(strides[dim]));
            }
            let mut bits = 0;
            if inside && let Some(from) = self.locate(Space::Global, address, elem, lane) {
                self.check_written(from, elem, lane);
                self.touch(from, elem, false, TouchKind::Weak, lane);
                bits = self.region(from.area, lane).read(from.offset, elem);
            }
            if ty == TF32 {
                bits = rounded_to_tf32(bits);
            }
            let linear = here(to) + number * elem;
            let place = there(if swizzle > 0 { swizzled(linear, span) } else { linear });
            let Some(target) = self.locate(Space::SharedCluster, place, elem, lane) else { return };
            self.touch(target, elem, true, TouchKind::Weak, lane);
            self.written_by_bulk(target, elem);
            self.region(target.area, lane).write(target.offset, elem, bits);
        }
        let Some(at) = self.locate(Space::SharedCluster, there(barrier), 8, lane) else { return };
        let thread = self.thread(lane);
        let clock = self.cta().clocks.release([thread].into_iter());
        if let Some(phases) = self.phases(at, lane) {
            phases.complete(count * elem, &clock);
        }
    }
}
