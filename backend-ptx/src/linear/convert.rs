//! How a value moves from one layout to another.
//!
//! Nothing here is written per pair of layouts. [`LinearLayout::source_of`] says for each place
//! where its element comes from, and how far that is decides the means:
//!
//! * within the thread: registers are renamed, which costs nothing;
//! * within the warp, the same register of another lane: one shuffle per register;
//! * else through shared memory, in an order that neither side pays bank conflicts for.
//!
//! # The order in shared memory
//!
//! An element's offset is a linear function of its flat index. From the low end, its bits are
//!
//! ```text
//! vector bits   index bits that registers hold on both sides: moved by one wide access
//! bank bits     for the lanes that one access serves at once:
//!                 bits that lanes hold on both sides, as they are;
//!                 pairs of a bit a of the writer's lanes and a bit b of the reader's: a XOR b,
//!                 but not within a word
//! row bits      the `a` of each pair, and all other bits
//! ```
//!
//! The lanes of the writer differ in bits whose bank bits are distinct (`a XOR b` with `b` fixed),
//! so do those of the reader: no two of them meet in a bank. `a` itself in the row bits keeps
//! the function invertible.
//!
//! # Matrices
//!
//! `ldmatrix` reads 8x8 matrices of 16-bit units whose rows are 16 bytes anywhere, and leaves them
//! in the lanes as mma fragments have them: of a register's lane bits, 0 and 1 are along the row and
//! 2 to 4 count rows, or the other way round if transposed. A reader whose layout begins like that
//! is served by it, and the row takes the place of the vector bits.

use smallvec::{SmallVec, smallvec};

use crate::linear::gf2;
use crate::linear::gf2::Columns;
use crate::linear::index_map::MoveScope;
use crate::linear::layout::{Axis, HardwareIndex, LinearLayout, shape_bits};
use crate::target::{ALL_BANKS, MAX_VECTOR_BYTES};

/// The means of a conversion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// For each register, the register that has its element.
    Rename(Vec<u32>),
    /// For each register the register to shuffle, and the map from lane bits to the source lane.
    Shuffle {
        registers: Vec<u32>,
        lanes: Columns,
        base: Vec<u32>,
    },
    Exchange(Exchange),
}

/// A way through shared memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// Offset in elements, as columns of a map from flat indices; index bits that separate passes
    /// have column zero.
    pub offsets: Columns,
    /// Index bits that are moved together by one access, low offset bits first.
    pub vector: SmallVec<[u32; 4]>,
    /// How the reader uses `ldmatrix`, if it does.
    pub matrix: Option<MatrixRead>,
    /// Index bits, held by registers of the reader, that distinguish passes over the same memory.
    /// Where the writer has them in threads instead, these take turns.
    pub passes: SmallVec<[u32; 4]>,
    /// Elements of shared memory used.
    pub elements: u32,
    /// Whether only lanes of one warp exchange, so that no barrier of the CTA is needed in between.
    pub within_warp: bool,
}

/// A read by `ldmatrix`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatrixRead {
    /// Index bits that count the rows of a matrix.
    pub rows: [u32; 3],
    /// Low register bits of the reader whose elements share a 32-bit word.
    pub in_word: u32,
    pub transposed: bool,
}

/// Registers up to which shuffles are cheaper than shared memory.
const MAX_SHUFFLES: usize = 8;

/// Plans the conversion of elements of `bytes` bytes; at most `budget` bytes of shared memory.
///
/// `None` if the value does not fit the budget however it is split.
pub fn plan(from: &LinearLayout, to: &LinearLayout, bytes: u32, budget: u32) -> Option<Conversion> {
    let map = to.source_of(from)?;
    let source = |register| map.source(HardwareIndex { register, lane: 0, warp: 0 });
    let registers = || (0..to.num_registers()).map(|register| source(register).register).collect();
    match map.move_scope() {
        MoveScope::Thread => return Some(Conversion::Rename(registers())),
        MoveScope::Warp
            if map.lanes_keep_registers() && to.num_registers() as usize <= MAX_SHUFFLES =>
        {
            let lane_of =
                |bit: u32| map.source(HardwareIndex { register: 0, lane: 1 << bit, warp: 0 }).lane;
            return Some(Conversion::Shuffle {
                registers: registers(),
                lanes: (0..crate::linear::layout::LANE_BITS).map(lane_of).collect(),
                base: (0..to.num_registers()).map(|register| source(register).lane).collect(),
            });
        }
        MoveScope::Warp | MoveScope::Block => {}
    }
    let within_warp = map.move_scope() == MoveScope::Warp && from.replicated_bits(Axis::Warp) == 0;
    exchange(from, to, bytes, budget, within_warp).map(Conversion::Exchange)
}

impl Exchange {
    /// Whether each warp of a layout has one slice of the memory, in the order of their numbers.
    pub fn is_sliced(&self, layout: &LinearLayout) -> bool {
        let warps = layout.bases(Axis::Warp);
        let slice = self.elements >> warps.len();
        let offset = |basis: &u32| gf2::apply(&self.offsets, *basis);
        let within = |axis: Axis| layout.bases(axis).iter().all(|basis| offset(basis) < slice);
        let mut slices = warps.iter().enumerate();
        let counted = slices.all(|(bit, basis)| offset(basis) & !(slice - 1) == slice << bit);
        counted && within(Axis::Register) && within(Axis::Lane)
    }

    /// The reading half alone, of data whose order in shared memory is given; `None` if registers
    /// do not tell the passes apart.
    pub fn of_order(
        to: &LinearLayout,
        bytes: u32,
        offsets: Columns,
        passes: SmallVec<[u32; 4]>,
        elements: u32,
    ) -> Option<Exchange> {
        let held = to.covered(Axis::Register);
        if passes.iter().any(|bit| held >> bit & 1 == 0) {
            return None;
        }
        let widest = (MAX_VECTOR_BYTES / bytes).trailing_zeros();
        let run: SmallVec<[u32; 4]> = (0..widest)
            .map_while(|place| {
                let at = offsets.iter().position(|&offset| offset == 1 << place)?;
                u32::try_from(at).ok()
            })
            .collect();
        let chunk = run.iter().fold(0, |mask, bit| mask | 1 << bit);
        let whole = run.len() == widest as usize && passes.iter().all(|bit| chunk >> bit & 1 == 0);
        let matrix = matrix_rows(to, bytes, chunk).filter(|(row, _)| whole && **row == *run);
        let mut vector = run;
        let in_registers = vector.iter().take_while(|&&bit| held >> bit & 1 == 1).count();
        vector.truncate(in_registers);
        let matrix = matrix.map(|(_, matrix)| matrix);
        Some(Exchange { offsets, vector, matrix, passes, elements, within_warp: false })
    }
}

/// The index bits of a matrix row and how they are read, if `to` can be read by `ldmatrix` from
/// rows that each thread of `from` holds whole.
fn matrix_read(
    from: &LinearLayout,
    to: &LinearLayout,
    bytes: u32,
) -> Option<(SmallVec<[u32; 4]>, MatrixRead)> {
    matrix_rows(to, bytes, from.covered(Axis::Register))
}

/// The same, for rows in bits of a mask.
fn matrix_rows(
    to: &LinearLayout,
    bytes: u32,
    rows: u32,
) -> Option<(SmallVec<[u32; 4]>, MatrixRead)> {
    if bytes > 4 || to.replicated_bits(Axis::Lane) != 0 {
        return None;
    }
    let in_word = (4 / bytes).trailing_zeros();
    let register = to.bases(Axis::Register);
    let word = register.get(..in_word as usize)?.iter().map(|basis| basis.trailing_zeros());
    let lane: SmallVec<[u32; 5]> =
        to.bases(Axis::Lane).iter().map(|b| b.trailing_zeros()).collect();
    let held = |bits: &[u32]| bits.iter().all(|bit| rows >> bit & 1 == 1);
    let mut along: SmallVec<[u32; 4]> = word.collect();
    along.extend([lane[0], lane[1]]);
    if held(&along) {
        let rows = [lane[2], lane[3], lane[4]];
        return Some((along, MatrixRead { rows, in_word, transposed: false }));
    }
    let across: SmallVec<[u32; 4]> = lane[2..].into();
    if bytes == 2 && held(&across) {
        let rows = [along[0], along[1], along[2]];
        return Some((across, MatrixRead { rows, in_word, transposed: true }));
    }
    None
}

/// The way through shared memory; see the module header.
pub fn exchange(
    from: &LinearLayout,
    to: &LinearLayout,
    bytes: u32,
    budget: u32,
    within_warp: bool,
) -> Option<Exchange> {
    let index_bits = shape_bits(from.shape());
    let on_both_sides = from.covered(Axis::Register) & to.covered(Axis::Register);
    let shared: BitList = bits_of(on_both_sides).collect();
    let widest = (MAX_VECTOR_BYTES / bytes).trailing_zeros() as usize;
    let by_matrix = matrix_read(from, to, bytes);
    let mut vector: SmallVec<[u32; 4]> = match &by_matrix {
        Some((row, _)) => row.clone(),
        None => shared.iter().copied().take(widest).collect(),
    };
    if bytes << vector.len() < 4 {
        // Less than a word: element by element.
        vector.clear();
    }
    let matrix = by_matrix.map(|(_, matrix)| matrix);
    // The registers of one word, and the bits of a row, stay together.
    let in_word = matrix.as_ref().map_or(0, |matrix| {
        let word = &to.bases(Axis::Register)[..matrix.in_word as usize];
        word.iter().fold(0, |mask, basis| mask | basis)
    });
    let in_turns: BitList = bits_of(to.covered(Axis::Register) & !on_both_sides).collect();
    let candidates = shared.iter().rev().chain(in_turns.iter().rev()).copied();
    let splits = candidates.filter(|bit| !vector.contains(bit) && in_word >> bit & 1 == 0);
    let passes = passes(index_bits, bytes, budget, splits)?;

    let access = bytes << vector.len();
    let bank_bits = (ALL_BANKS / access).trailing_zeros() as usize;
    let at_once = bank_bits.min(crate::linear::layout::LANE_BITS as usize);
    let lanes = |layout: &LinearLayout| -> SmallVec<[u32; 5]> {
        let bases = layout.bases(Axis::Lane)[..at_once].iter().filter(|&&basis| basis != 0);
        bases.map(|basis| basis.trailing_zeros()).filter(|bit| !passes.contains(bit)).collect()
    };
    let (writer, reader) = match &matrix {
        Some(matrix) => (lanes(from), matrix.rows.into_iter().collect()),
        None => (lanes(from), lanes(to)),
    };
    let taken = |bit: &u32| vector.contains(bit) || passes.contains(bit);
    let free: BitList = (0..index_bits).filter(|bit| !taken(bit)).collect();
    let positions = positions(&vector, free, (&writer, &reader), access, bank_bits);
    let column = |bit: u32| {
        let set = positions.iter().enumerate().filter(|&(_, mask)| mask >> bit & 1 == 1);
        set.fold(0, |column, (position, _)| column | 1 << position)
    };
    let offsets: Columns = (0..index_bits).map(column).collect();
    let elements = 1 << positions.len();
    Some(Exchange { offsets, vector, matrix, passes, elements, within_warp })
}

/// Index bits.
type BitList = SmallVec<[u32; 24]>;

/// The bits by which an exchange is split over passes, until a pass fits: the highest bits that allow it; those by
/// which some of the writer's threads would wait for their turn come last.
fn passes(
    index_bits: u32,
    bytes: u32,
    budget: u32,
    mut splits: impl Iterator<Item = u32>,
) -> Option<SmallVec<[u32; 4]>> {
    let mut passes: SmallVec<[u32; 4]> = smallvec![];
    while u64::from(bytes) << (index_bits - passes.len() as u32) > u64::from(budget) {
        passes.push(splits.next()?);
    }
    Some(passes)
}

/// Each position of an offset in shared memory as the XOR of a set of index bits.
///
/// `free` are the bits that neither a vector nor passes take, `writer` and `reader` those by which the lanes that
/// access memory at once differ.
fn positions(
    vector: &[u32],
    mut free: BitList,
    (writer, reader): (&[u32], &[u32]),
    access: u32,
    bank_bits: usize,
) -> BitList {
    let common: SmallVec<[u32; 5]> =
        writer.iter().copied().filter(|bit| reader.contains(bit)).collect();
    let only = |these: &[u32]| -> SmallVec<[u32; 5]> {
        these.iter().copied().filter(|bit| !common.contains(bit)).collect()
    };
    let (writer, reader) = (only(writer), only(reader));
    let pairs: SmallVec<[(u32, u32); 5]> =
        writer.iter().copied().zip(reader.iter().copied()).collect();
    free.retain(|bit| !common.contains(bit) && !writer.contains(bit) && !reader.contains(bit));
    let is_single = |bit: &&u32| !pairs.iter().any(|(a, b)| a == *bit || b == *bit);
    let mut singles = writer.iter().chain(&reader).filter(is_single).map(|bit| 1 << bit);

    let mut positions: BitList = vector.iter().chain(&common).map(|bit| 1 << bit).collect();
    // Within a word there is no pair: lanes that differ in its `a` would be in different rows, and
    // so in different words, of the same bank.
    let word_bits = (4 / access.min(4)).trailing_zeros() as usize;
    let room = word_bits.saturating_sub(positions.len());
    positions.extend(singles.by_ref().take(room));
    let room = word_bits.saturating_sub(positions.len()).min(free.len());
    positions.extend(free.drain(..room).map(|bit| 1 << bit));
    positions.extend(pairs.iter().map(|&(a, b)| 1 << a | 1 << b));
    positions.extend(singles);
    // What is left fills the banks first, then the rows.
    let missing = (vector.len() + bank_bits).saturating_sub(positions.len()).min(free.len());
    positions.extend(free.drain(..missing).map(|bit| 1 << bit));
    positions.extend(pairs.iter().map(|&(a, _)| 1 << a));
    positions.extend(free.iter().map(|bit| 1 << bit));
    positions
}

/// The positions of the bits set in a mask, low first.
pub fn bits_of(mask: u32) -> impl Iterator<Item = u32> {
    (0..32).filter(move |bit| mask >> bit & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::blocked::blocked;
    use crate::mma::fragment::{Fragment, MmaMatrix, WarpGrid, mma_operand};

    /// The most rows of one matrix that meet in a bank.
    fn row_conflicts(exchange: &Exchange, matrix: &MatrixRead, bytes: u32) -> u32 {
        let mut chunks = std::collections::BTreeMap::new();
        for row in 0..8u32 {
            let element = (0..3).fold(0, |e, i| e | (row >> i & 1) << matrix.rows[i as usize]);
            let chunk = gf2::apply(&exchange.offsets, element) * bytes / 16 % 8;
            *chunks.entry(chunk).or_insert(0) += 1;
        }
        chunks.into_values().max().unwrap_or(0)
    }

    /// The most lanes of one access that meet in a bank, over all accesses of the side.
    fn conflicts(layout: &LinearLayout, exchange: &Exchange, bytes: u32) -> u32 {
        let width = bytes << exchange.vector.len();
        let lanes_at_once = (ALL_BANKS / width).min(32);
        let mut worst = 0;
        for register in 0..layout.num_registers() {
            for first in (0..32).step_by(lanes_at_once as usize) {
                let mut words = vec![std::collections::BTreeSet::new(); 32];
                for lane in first..first + lanes_at_once {
                    let element = layout.element(HardwareIndex { register, lane, warp: 0 });
                    let element = exchange.vector.iter().fold(element, |e, bit| e & !(1 << bit));
                    let start = gf2::apply(&exchange.offsets, element) * bytes;
                    for word in start / 4..(start + width).div_ceil(4) {
                        words[(word % 32) as usize].insert(word);
                    }
                }
                worst = worst.max(words.iter().map(|set| set.len() as u32).max().unwrap_or(0));
            }
        }
        worst
    }

    #[test]
    fn exchanges_are_invertible_and_free_of_conflicts() {
        let rows = |vector| blocked(&[64, 64], vector, &[1, 0], 2);
        let columns = |vector| blocked(&[64, 64], vector, &[0, 1], 2);
        let warps = WarpGrid { m: 2, n: 2 };
        let fragment = |operand| {
            mma_operand(Fragment::M16N8 { bits: 16 }, operand, (64, 64, 64), warps).expect("fits")
        };
        let pairs = [
            (rows(1), columns(1), 4),
            (rows(4), columns(4), 4),
            (rows(8), columns(8), 2),
            (rows(8), fragment(MmaMatrix::A), 2),
            (rows(8), fragment(MmaMatrix::B), 2),
            (fragment(MmaMatrix::C), rows(4), 4),
            (rows(2), columns(2), 8),
            (rows(1), columns(1), 1),
            (rows(16), columns(16), 1),
            (rows(1), columns(1), 2),
        ];
        for (from, to, bytes) in pairs {
            let plan = exchange(&from, &to, bytes, 1 << 20, false).expect("fits");
            assert_eq!(gf2::rank(&plan.offsets), plan.offsets.len(), "invertible");
            assert_eq!(plan.elements, 4096);
            assert_eq!(conflicts(&from, &plan, bytes), 1, "writing {from} for {to}");
            let reading = match &plan.matrix {
                Some(matrix) => row_conflicts(&plan, matrix, bytes),
                None => conflicts(&to, &plan, bytes),
            };
            assert_eq!(reading, 1, "reading {to} from {from}");
        }
    }

    #[test]
    fn what_does_not_fit_goes_in_passes() {
        let from = blocked(&[128, 128], 4, &[1, 0], 2);
        let to = blocked(&[128, 128], 4, &[0, 1], 2);
        let plan = exchange(&from, &to, 4, 32 << 10, false).expect("splits");
        assert_eq!(plan.passes.len(), 1);
        assert_eq!(plan.elements, 8192);
        assert_eq!(exchange(&from, &to, 4, 16, false), None);
    }

    #[test]
    fn writers_take_turns_where_they_share_no_register_bits() {
        let from = blocked(&[4, 2048], 4, &[1, 0], 4);
        let to = blocked(&[4, 2048], 4, &[0, 1], 4);
        let common = from.covered(Axis::Register) & to.covered(Axis::Register);
        let plan = exchange(&from, &to, 4, 8 << 10, false).expect("splits");
        assert_eq!(plan.elements, 2048);
        assert!(plan.passes.iter().any(|&bit| common >> bit & 1 == 0), "{:?}", plan.passes);
        assert!(plan.passes.iter().all(|&bit| to.covered(Axis::Register) >> bit & 1 == 1));
    }

    #[test]
    fn register_order_is_renaming() {
        let a = blocked(&[512], 4, &[0], 0);
        let mut bases: Vec<u32> = a.bases(Axis::Register).to_vec();
        bases.reverse();
        let b = LinearLayout::new(&[512], &bases, a.bases(Axis::Lane), &[]);
        let Some(Conversion::Rename(registers)) = plan(&a, &b, 4, 1024) else { panic!("moves") };
        assert_eq!(registers[1], 8);
    }
}
