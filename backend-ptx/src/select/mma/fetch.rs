//! Fetching fragments of an A operand from its buffer: loads, and the transposition of bytes.
//!
//! Where each thread reads what is decided by [`Fetch`]. Of 32 bits an access gives whole
//! registers. Of 8 bits it gives, for one k, the bytes of a few neighbours along M, and four
//! accesses make a square or half of one:
//!
//! ```text
//! four columns   low = prmt(w0, w1, 5140): m of k 0, m of k 1, m+1 of k 0, m+1 of k 1
//!                high = prmt(w0, w1, 7362): the same of m+2, m+3; so too of w2, w3
//!                register m = prmt(low of 01, low of 23, 5410), m+1 with 7632
//! two columns    pair = {w0, w1}: m, m+1 of k 0, m, m+1 of k 1
//!                register m = prmt(pair of 01, pair of 23, 6420), m+1 with 7531
//! ```
//!
//! Lanes that read the four in another order than 0, 1, 2, 3 have it undone by the last `prmt`: its
//! selector is then not a constant but one of two for each thread.

use smallvec::SmallVec;

use crate::linear::gf2;
use crate::mma::smem_fragment::Fetch;
use crate::ptx::builder::Exact;
use crate::ptx::inst::Op;
use crate::ptx::regs::Val;
use crate::ptx::types::Ty;
use crate::select::Cx;

/// An A operand in its buffer.
pub struct FragmentSource {
    fetch: Fetch,
    /// The address of the tile.
    start: Val,
    /// What a thread's own offset is.
    own: Val,
    /// The selectors of the last `prmt`, by the number of the column modulo 2.
    selectors: [Val; 2],
}

impl Cx<'_> {
    pub fn fetch_from(&mut self, fetch: Fetch, start: Val) -> FragmentSource {
        let own = self.map_thread(&fetch.threads);
        // Of the bytes of column 0: what to select, what another k of a pair and another pair
        // change of it; then what another column changes.
        let (select, pair, pairs, column) = match fetch.vector.len() {
            2 => (0x5410, 0x1111, 0x4444, 0x2222),
            _ => (0x6420, 0x2222, 0x4444, 0x1111),
        };
        let mut selector = Val::u32(select);
        for (lane, &flip) in fetch.flips.iter().enumerate() {
            let change = ((flip & 1) * pair) | ((flip >> 1 & 1) * pairs);
            if let Some(kept) = self.threads_with(1 << lane, 0).filter(|_| change != 0) {
                let changed = self.b.def(Op::Xor { ty: Ty::B32 }, &[selector, Val::u32(change)]);
                let operands = [selector, changed, kept.pred.into()];
                selector = self.b.def(Op::Selp { ty: Ty::B32 }, &operands);
            }
        }
        let other = self.b.def(Op::Xor { ty: Ty::B32 }, &[selector, Val::u32(column)]);
        FragmentSource { fetch, start, own, selectors: [selector, other] }
    }

    /// The words of a thread's fragments that are wanted, each at its number.
    pub fn fetch_words(
        &mut self,
        source: &FragmentSource,
        wanted: impl Fn(u32) -> bool,
    ) -> Vec<Val> {
        let fetch = &source.fetch;
        let in_word = fetch.in_word;
        let count = 1u32 << fetch.registers.len();
        let bits = |bits: &[usize], number: usize| {
            let set = bits.iter().enumerate().filter(|(i, _)| number >> i & 1 == 1);
            set.fold(0u32, |mask, (_, &bit)| mask | 1 << bit)
        };
        let vector = bits(&fetch.vector, usize::MAX);
        let mut words = vec![Val::ZERO; (count >> in_word) as usize];
        for first in (0..count).step_by(1 << in_word) {
            if first & vector != 0 || !wanted(first >> in_word) {
                continue;
            }
            let rows: Vec<Vec<Val>> =
                (0..1 << in_word).map(|k| self.fetch_row(source, first | k)).collect();
            let columns = match rows.as_slice() {
                [row] => row.clone(),
                rows => self.transpose_bytes(source, rows),
            };
            for (number, word) in columns.into_iter().enumerate() {
                let register = first | bits(&fetch.vector, number);
                words[(register >> in_word) as usize] = word;
            }
        }
        words
    }

    /// What one access reads: a word of each column, or all columns in one.
    fn fetch_row(&mut self, source: &FragmentSource, register: u32) -> Vec<Val> {
        let fetch = &source.fetch;
        let offset = gf2::apply(&fetch.registers, register);
        // What the thread changes too comes to its own offset, the rest to the instruction.
        let moved = fetch.threads.iter().fold(0, |mask, column| mask | column);
        let own = self.b.def(Op::Xor { ty: Ty::B32 }, &[source.own, Val::u32(offset & moved)]);
        let address = self.b.add_int(Ty::U32, source.start, own, Exact::NEITHER);
        let address = self.b.mem(address, (offset & !moved) as i32);
        let (words, bytes) = match (fetch.in_word, fetch.vector.len()) {
            (0, 2) => (4, 4),
            (0, _) => (2, 4),
            (_, 2) => (1, 4),
            (_, _) => (1, 2),
        };
        self.load_shared(address, words, bytes)
    }

    /// The words of columns, of four rows that one access each has read.
    fn transpose_bytes(&mut self, source: &FragmentSource, rows: &[Vec<Val>]) -> Vec<Val> {
        let halves = source.fetch.vector.len() == 1;
        let pairs: SmallVec<[(Val, Val); 2]> =
            rows.chunks_exact(2).map(|two| (two[0][0], two[1][0])).collect();
        let interleavings: &[u32] = if halves { &[0] } else { &[0x5140, 0x7362] };
        let mut columns = Vec::new();
        for &interleaving in interleavings {
            let two_tile: SmallVec<[Val; 2]> = pairs
                .iter()
                .map(|&(a, b)| match halves {
                    true => self.b.pack16(a, b),
                    false => self.b.def(Op::Prmt {}, &[a, b, Val::u32(interleaving)]),
                })
                .collect();
            for selector in source.selectors {
                columns.push(self.b.def(Op::Prmt {}, &[two_tile[0], two_tile[1], selector]));
            }
        }
        columns
    }
}
