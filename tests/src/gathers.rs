//! Products of operands whose rows a list names.
//!
//! In: element types, a tile, an expression of the numbers of rows, and how the kernel loads them, through a gather/scatter view
//! or through pointers. Out: a kernel and its arguments. Numbers outside of the tensor give zeros.

use ir::Scalar;

use crate::differential::{Arg, random, zeros};
use crate::exits::Program;
use crate::products::{BFLOAT, FLOAT, HALF};

/// A format of C++ and of the IR.
pub type ElementFormat = (&'static str, Scalar);

/// C = A[list] B, or C = A B[list]: the rows of one operand are those that a list names.
#[derive(Clone, Copy)]
pub struct Gathered {
    pub factor: ElementFormat,
    pub sum: ElementFormat,
    /// Of the numbers.
    pub number: ElementFormat,
    /// M, N and K.
    pub tile: (u32, u32, u32),
    /// Whether the rows of B are gathered, along K.
    pub is_b: bool,
    /// An expression of the numbers of the tile's rows, with `place` for the first place in the list.
    pub rows: &'static str,
    /// Whether the rows are loaded through pointers, those inside of the tensor alone.
    pub by_pointers: bool,
}

/// Rows that the list names, and no row where it ends.
pub const LISTED: &str = "ct::load_masked(list + (place + i), place + i < length, ct::full<ct::tile<I, ct::shape<>>>(I(-1)))";
/// The same through a view.
pub const LISTED_BY_VIEW: &str = "ct::partition_view{ct::tensor_span{list, ct::extents{length}}, ct::shape<ROWS>{}}.load_masked(place / ROWS)";
/// Pages of four rows, whose numbers the list has.
pub const PAGES: &str = "ct::reshape(ct::load_masked(list + (place + ct::reshape(ct::iota<ct::tile<int, ct::shape<ROWS / 4>>>(), ct::shape<ROWS / 4, 1>{})), place + ct::reshape(ct::iota<ct::tile<int, ct::shape<ROWS / 4>>>(), ct::shape<ROWS / 4, 1>{}) < length) * I(4) + ct::element_cast<I>(ct::reshape(ct::iota<ct::tile<int, ct::shape<4>>>(), ct::shape<1, 4>{})), ct::shape<ROWS>{})";
/// Numbers that follow from the place alone.
pub const COMPUTED: &str = "ct::element_cast<I>((place + i) * 5 % 23 - 2)";
/// Behind a table of the list's numbers.
pub const TWICE: &str = "ct::load_masked(list + ct::load(list + (place + i) % length) % I(length), ct::load(list + (place + i) % length) >= I(0))";

impl Gathered {
    /// The kernel.
    pub fn source(&self) -> String {
        let Gathered { factor, sum, number, tile: (m, n, k), is_b, rows, by_pointers } = self;
        let of_a = "ct::gather_scatter_view va{ct::tensor_span{a, ct::extents{count, k}}, ct::shape<BM, BK>{}, 0_ic};";
        let of_b = "ct::gather_scatter_view vb{ct::tensor_span{b, ct::extents{count, n}}, ct::shape<BK, BN>{}, 0_ic};";
        // Of a row whose number is none, pointers are not loaded.
        let pointers = |from: &str, pitch: &str, along: &str| {
            format!(
                "ct::load_masked({from} + (number * {pitch} + {along}), (number >= I(0)) & (number < I(count)) & ({along} < {pitch}), \
                 ct::full<ct::tile<T, ct::shape<>>>(T(0.0f)))"
            )
        };
        let columns = |length: &str| {
            format!(
                "ct::reshape(ct::iota<ct::tile<int, ct::shape<{length}>>>(), ct::shape<1, {length}>{{}})"
            )
        };
        let rows_of_a = match by_pointers {
            false => "va.load_masked(numbers, step * BK)".to_owned(),
            true => pointers("a", "k", &format!("(step * BK + {})", columns("BK"))),
        };
        let rows_of_b = match by_pointers {
            false => "vb.load_masked(numbers, y * BN)".to_owned(),
            true => pointers("b", "n", &format!("(y * BN + {})", columns("BN"))),
        };
        let (va, vb, list, place, a, b) = match is_b {
            false => (
                of_a,
                "ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}, ORDER{}}, ct::shape<BK, BN>{}};",
                "",
                "x * BM",
                &rows_of_a[..],
                "vb.load_masked(step, y)",
            ),
            true => (
                "ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<BM, BK>{}};",
                of_b,
                "",
                "step * BK",
                "va.load_masked(x, step)",
                &rows_of_b[..],
            ),
        };
        // `wgmma` transposes no operands but those of 16 bits.
        let order = if factor.1.bytes() == 2 { "rows" } else { "columns" };
        let vb = vb.replace("ORDER", order);
        let numbers = format!("int place = {place}; auto numbers = {rows};");
        let numbers = match by_pointers {
            false => numbers,
            true => {
                format!("{numbers} auto number = ct::reshape(numbers, ct::shape<ROWS, 1>{{}});")
            }
        };
        let numbers = numbers.replace("ROWS", if *is_b { "BK" } else { "BM" });
        let (outside, inside) = if *is_b { ("", &numbers[..]) } else { (&numbers[..], "") };
        format!(
            r#"
using T = {};
using C = {};
using I = {};
constexpr int BM = {m}, BN = {n}, BK = {k};
__tile_global__ void gather(const T* __restrict__ a, const T* __restrict__ b, C* __restrict__ c, const I* __restrict__ list,
                            int count, int length, int m, int n, int k) {{
    {va}
    {vb}
    ct::partition_view vc{{ct::tensor_span{{c, ct::extents{{m, n}}}}, ct::shape<BM, BN>{{}}}};
    int x = ct::bid().x, y = ct::bid().y;
    auto i = ct::iota<ct::tile<int, ct::shape<{}>>>();{list}
    {outside}
    auto acc = ct::zeros<ct::tile<C, ct::shape<BM, BN>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, BK))) {{
        {inside}
        acc = ct::mma({a}, {b}, acc);
    }}
    vc.store_masked(acc, x, y);
}}
"#,
            factor.0,
            sum.0,
            number.0,
            if *is_b { "BK" } else { "BM" },
        )
    }

    /// The grid and the arguments for M, N and K, and so many rows to gather from.
    pub fn launch(
        &self,
        (m, n, k): (usize, usize, usize),
        rows: usize,
        list: &[i64],
    ) -> ([u32; 3], Vec<Arg>) {
        let Gathered { factor, sum, number, tile: (bm, bn, _), is_b, .. } = *self;
        let (a, b) = if is_b { (m * k, rows * n) } else { (rows * k, k * n) };
        let bits = list.iter().map(|&row| row as u64 & number.1.mask()).collect();
        let mut args = vec![
            random(factor.1, a, 1),
            random(factor.1, b, 2),
            zeros(sum.1, m * n),
            Arg::Buffer(number.1, bits),
        ];
        args.extend([rows, list.len(), m, n, k].map(|size| Arg::Number(size as u64)));
        ([m.div_ceil(bm as usize) as u32, n.div_ceil(bn as usize) as u32, 1], args)
    }
}

pub const INT: ElementFormat = ("int", Scalar::I32);
pub const LONG: ElementFormat = ("long long", Scalar::I64);
pub const E4M3: ElementFormat = ("__nv_fp8_e4m3", Scalar::F8E4M3FN);
pub const PLAIN: Gathered = Gathered {
    factor: HALF,
    sum: FLOAT,
    number: INT,
    tile: (128, 64, 64),
    is_b: false,
    rows: LISTED,
    by_pointers: false,
};

/// Numbers of rows, some twice, some negative and some too large.
pub fn list(length: usize, rows: usize, number: ElementFormat, seed: u64) -> Vec<i64> {
    let far: &[i64] = match number.1 {
        Scalar::I64 => &[-1, i64::MIN, 1 << 32, (1 << 32) + 3, 1 << 31, (1 << 31) - 1, -(1 << 32)],
        _ => &[-1, i32::MIN as i64, i32::MAX as i64, -7],
    };
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as usize % below
    };
    (0..length)
        .map(|_| match next(8) {
            0 => far[next(far.len())],
            1 => (rows + next(5)) as i64,
            _ => next(rows) as i64,
        })
        .collect()
}

/// A launch of each form, with rows from a list, from pages of one, and from a table behind another.
pub fn all() -> Vec<(String, Program)> {
    let mut found = Vec::new();
    for (factor, by_pointers, number) in
        [(HALF, false, INT), (BFLOAT, false, LONG), (HALF, true, INT), (BFLOAT, true, LONG)]
    {
        for (rows, of_rows) in [(LISTED, "listed"), (PAGES, "pages"), (TWICE, "twice")] {
            for (tile, is_b) in
                [((128, 128, 64), false), ((64, 64, 128), false), ((128, 64, 64), true)]
            {
                let form = Gathered { factor, sum: FLOAT, number, tile, is_b, rows, by_pointers };
                let (m, n, k) =
                    (4 * tile.0 as usize - 9, 3 * tile.1 as usize - 8, 9 * tile.2 as usize - 8);
                let length = if is_b { k } else { m };
                let (grid, args) = form.launch((m, n, k), 300, &list(length - 5, 300, number, 7));
                let access = if by_pointers { "pointers" } else { "view" };
                let of = if is_b { "b" } else { "a" };
                let name = format!("{of_rows} {of} {} {access}", factor.1);
                found.push((name, Program { source: form.source(), grid, args }));
            }
        }
    }
    found
}
