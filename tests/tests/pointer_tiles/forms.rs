//! Ways to write a product by pointers, as users of Triton do.

use backend_ptx::schedule::refusal::Requirement;

/// Matrices of a batch.
pub const BATCH: u64 = 2;

/// Extents of products: rows of multiples of 16 bytes, and odd rows, which TMA does not copy.
pub const EDGES: &[(u64, u64, u64)] = &[(72, 80, 136), (33, 35, 67)];
/// For kernels that mask nothing off.
pub const WHOLE: &[(u64, u64, u64)] = &[(128, 64, 192)];
/// For kernels that mask along K alone.
pub const WHOLE_TILES: &[(u64, u64, u64)] = &[(128, 64, 136), (64, 128, 67)];

/// What the compiler makes of a product.
#[derive(Clone, Copy)]
pub enum Expected {
    /// It computes the same, with a pipeline or without.
    Any,
    /// A pipeline brings both operands.
    Fed,
    /// The MMA, or an operand of it, fails this requirement.
    Refused(Requirement),
}
use Expected::{Any, Fed, Refused};

/// One way to write a product.
pub struct Form {
    pub name: &'static str,
    /// What comes before the loop.
    pub setup: &'static str,
    /// The loop, which adds the products to `acc`.
    pub steps: &'static str,
    pub sizes: &'static [(u64, u64, u64)],
    /// The grid of so many tiles.
    pub blocks: fn(u32, u32) -> [u32; 3],
    pub expected: Expected,
}

/// Offsets of the tile block, and the accumulator. `A`, `B` and `C` are the types of the elements.
pub const HEAD: &str = r#"
template <int N> using ints = ct::tile<int, ct::shape<N>>;
template <int N> __tile__ auto arange() { return ct::iota<ints<N>>(); }
template <class T> __tile__ auto col(T x) { return ct::reshape(x, ct::shape<64, 1>{}); }
template <class T> __tile__ auto row(T x) { return ct::reshape(x, ct::shape<1, 64>{}); }
__tile_global__ void gemm(const A* __restrict__ a, const B* __restrict__ b, C* __restrict__ c,
                          const int* __restrict__ table, int m, int n, int k, int sa, int sb, int one) {
    int pid_m = ct::bid().x, pid_n = ct::bid().y, pid_z = ct::bid().z;
    auto offs_m = pid_m * 64 + arange<64>();
    auto offs_n = pid_n * 64 + arange<64>();
    auto offs_k = arange<64>();
    C* to = c + (long)pid_z * m * n;
    auto acc = ct::zeros<ct::tile<C, ct::shape<64, 64>>>();
"#;

pub const TAIL: &str = r#"
    ct::store_masked(to + (col(offs_m) * n + row(offs_n)), acc, col(offs_m) < m && row(offs_n) < n);
}
"#;

/// Columns of B are not masked.
pub const COLUMNS_UNMASKED: &str = "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, col(offs_m) < m && row(offs_k) < k - step * 64, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }";

/// The tutorial's product, with masks in place of rows that wrap around.
pub const MATMUL: Form = Form {
    name: "pointers that the loop advances, and the rest of K in the mask",
    setup: "
    auto pa = a + (col(offs_m) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(offs_n));",
    steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, col(offs_m) < m && row(offs_k) < k - step * 64, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64 && row(offs_n) < n, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }",
    sizes: EDGES,
    blocks: |m, n| [m, n, BATCH as u32],
    expected: Fed,
};

/// Neither rows nor columns are masked.
pub const K_MASKED: &str = "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, row(offs_k) < k - step * 64, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }";

/// Rows and columns that are other ones behind the last.
pub const OTHER_ROWS: Form = Form {
    setup: "
    auto pa = a + (col(rows) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(columns));",
    steps: K_MASKED,
    ..MATMUL
};

pub const FORMS: &[Form] = &[
    MATMUL,
    Form {
        name: "no masks",
        steps: "
    for (int step = 0; step < k / 64; ++step) {
        acc = ct::mma(ct::load(pa), ct::load(pb), acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }",
        sizes: WHOLE,
        ..MATMUL
    },
    Form {
        name: "no masks, with a number of steps that the kernel is given",
        steps: "
    int steps = table[0] * 0 + k / 64;
    for (int step = 0; step < steps; ++step) {
        acc = ct::mma(ct::load(pa + step * 64), ct::load(pb + step * 64 * sb), acc);
    }",
        sizes: WHOLE,
        ..MATMUL
    },
    Form {
        name: "a mask for the rest of K alone",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, row(offs_k) < k - step * 64, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }",
        sizes: WHOLE_TILES,
        ..MATMUL
    },
    Form {
        name: "pointers computed from the number of the step",
        setup: "",
        steps: "
    for (int step : ct::irange(0, ct::ceildiv(k, 64))) {
        auto at = step * 64 + offs_k;
        auto x = ct::load_masked(a + col(offs_m) * sa + row(at), col(offs_m) < m && row(at) < k, A(0));
        auto y = ct::load_masked(b + col(at) * sb + row(offs_n), col(at) < k && row(offs_n) < n, B(0));
        acc = ct::mma(x, y, acc);
    }",
        ..MATMUL
    },
    Form {
        name: "a loop over K in elements",
        setup: "",
        steps: "
    for (int k0 = 0; k0 < k; k0 += 64) {
        auto at = k0 + offs_k;
        auto x = ct::load_masked(&a[0] + (col(offs_m) * sa + row(at)), col(offs_m) < m && row(at) < k);
        auto y = ct::load_masked(&b[0] + (col(at) * sb + row(offs_n)), row(offs_n) <= n - 1 && k > col(at));
        acc = ct::mma(x, y, acc);
    }",
        ..MATMUL
    },
    Form {
        name: "pointers that a loop over K in elements advances",
        steps: "
    for (int k0 = 0; k0 < k; k0 += 64) {
        acc = ct::mma(ct::load(pa), ct::load(pb), acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }",
        sizes: WHOLE,
        ..MATMUL
    },
    Form {
        name: "offsets that the loop advances",
        setup: "",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(a + (col(offs_m) * sa + row(offs_k)), col(offs_m) < m && row(offs_k) < k, A(0));
        auto y = ct::load_masked(b + (col(offs_k) * sb + row(offs_n)), col(offs_k) < k && row(offs_n) < n, B(0));
        acc = ct::mma(x, y, acc);
        offs_k = offs_k + 64;
    }",
        ..MATMUL
    },
    Form {
        name: "a loop that ends in the middle",
        steps: "
    int at = 0;
    while (true) {
        auto x = ct::load_masked(pa, col(offs_m) < m && row(offs_k) < k - at, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - at && row(offs_n) < n, B(0));
        acc = ct::mma(x, y, acc);
        at += 64;
        if (at >= k) break;
        pa = pa + 64;
        pb = pb + 64 * sb;
    }",
        ..MATMUL
    },
    Form {
        name: "masks computed before the loop",
        setup: "
    auto pa = a + (col(offs_m) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(offs_n));
    auto in_m = col(offs_m) < m;
    auto in_n = row(offs_n) < n;",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, in_m && row(offs_k) + step * 64 < k, A(0));
        auto y = ct::load_masked(pb, in_n && col(offs_k) + step * 64 < k, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }",
        ..MATMUL
    },
    Form {
        name: "B transposed in memory",
        setup: "
    auto pa = a + (col(offs_m) * sa + row(offs_k));
    auto pb = b + (col(offs_k) + row(offs_n) * k);",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, col(offs_m) < m && row(offs_k) < k - step * 64, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64 && row(offs_n) < n, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64;
    }",
        ..MATMUL
    },
    Form {
        name: "B loaded by its rows and transposed, A by its columns",
        setup: "
    auto pa = a + (row(offs_m) + col(offs_k) * m);
    auto pb = b + (col(offs_n) * k + row(offs_k));",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, row(offs_m) < m && col(offs_k) < k - step * 64, A(0));
        auto y = ct::load_masked(pb, col(offs_n) < n && row(offs_k) < k - step * 64, B(0));
        acc = ct::mma(ct::transpose(x), ct::transpose(y), acc);
        pa = pa + 64 * m;
        pb = pb + 64;
    }",
        ..MATMUL
    },
    Form {
        name: "matrices of a batch",
        setup: "
    auto pa = a + pid_z * m * sa + (col(offs_m) * sa + row(offs_k));
    auto pb = b + (long)pid_z * k * sb + (col(offs_k) * sb + row(offs_n));",
        ..MATMUL
    },
    Form {
        name: "matrices of a batch, without masks",
        setup: "
    auto pa = a + (pid_z * (m * sa) + col(offs_m) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(offs_n)) + pid_z * k * sb;",
        steps: "
    for (int step = 0; step < k / 64; ++step) {
        acc = ct::mma(ct::load(pa), ct::load(pb), acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }",
        sizes: WHOLE,
        ..MATMUL
    },
    Form {
        name: "block numbers in groups, of a number that may be negative",
        setup: "
    int tiles_m = ct::ceildiv(m, 64), tiles_n = ct::ceildiv(n, 64);
    int pid = pid_n * tiles_m + pid_m, in_group = 2 * tiles_n, group = pid / in_group;
    int first = group * 2, rows_of_group = tiles_m - first < 2 ? tiles_m - first : 2;
    pid_m = first + pid % in_group % rows_of_group;
    pid_n = pid % in_group / rows_of_group;
    offs_m = pid_m * 64 + arange<64>();
    offs_n = pid_n * 64 + arange<64>();
    auto pa = a + (col(offs_m) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(offs_n));",
        expected: Refused(Requirement::KnownStart),
        ..MATMUL
    },
    Form {
        name: "unsigned block numbers",
        setup: "
    auto [ux, uy, uz] = ct::bid();
    auto um = ux * 64 + ct::iota<ct::tile<unsigned, ct::shape<64>>>();
    auto un = uy * 64 + ct::iota<ct::tile<unsigned, ct::shape<64>>>();
    auto pa = a + ct::element_cast<long>(col(um)) * (long)sa + row(offs_k);
    auto pb = b + col(offs_k) * sb + row(un);",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, col(um) < (unsigned)m && row(offs_k) < k - step * 64, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64 && row(un) < (unsigned)n, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }",
        ..MATMUL
    },
    Form {
        name: "unsigned block numbers, without masks",
        setup: "
    auto [ux, uy, uz] = ct::bid();
    auto um = ux * 64 + ct::iota<ct::tile<unsigned, ct::shape<64>>>();
    auto un = uy * 64 + ct::iota<ct::tile<unsigned, ct::shape<64>>>();
    auto pa = a + ct::element_cast<long>(col(um)) * (long)sa + row(offs_k);
    auto pb = b + col(offs_k) * sb + row(un);",
        steps: "
    for (int step = 0; step < k / 64; ++step) {
        acc = ct::mma(ct::load(pa), ct::load(pb), acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }",
        sizes: WHOLE,
        ..MATMUL
    },
    Form {
        name: "offsets of 64 bits",
        setup: "
    auto wide_m = ct::element_cast<long>(offs_m);
    auto wide_n = ct::element_cast<long>(offs_n);
    auto wide_k = ct::element_cast<long>(offs_k);
    long la = sa, lb = sb;
    auto pa = a + (col(wide_m) * la + row(wide_k));
    auto pb = b + (col(wide_k) * lb + row(wide_n));",
        steps: "
    for (long k0 = 0; k0 < k; k0 += 64) {
        auto x = ct::load_masked(pa, col(wide_m) < (long)m && row(wide_k) < k - k0, A(0));
        auto y = ct::load_masked(pb, col(wide_k) < k - k0 && row(wide_n) < (long)n, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64l;
        pb = pb + 64 * lb;
    }",
        ..MATMUL
    },
    Form {
        name: "two tiles a step",
        setup: "",
        steps: "
    for (int k0 = 0; k0 < k; k0 += 128) {
        auto low = k0 + offs_k, high = k0 + 64 + offs_k;
        acc = ct::mma(ct::load_masked(a + (col(offs_m) * sa + row(low)), col(offs_m) < m && row(low) < k, A(0)),
                      ct::load_masked(b + (col(low) * sb + row(offs_n)), col(low) < k && row(offs_n) < n, B(0)), acc);
        acc = ct::mma(ct::load_masked(a + (col(offs_m) * sa + row(high)), col(offs_m) < m && row(high) < k, A(0)),
                      ct::load_masked(b + (col(high) * sb + row(offs_n)), col(high) < k && row(offs_n) < n, B(0)), acc);
    }",
        ..MATMUL
    },
    Form {
        name: "a part of the matrix that begins anywhere",
        setup: "
    int lead = table[0] * 0 + 16;
    auto pa = a + one * 3 * sa + (col(offs_m) * sa + row(offs_k)) + one * 8;
    auto pb = b + (col(offs_k) * sb + row(offs_n)) + 8 * sb;
    m = m - 3, n = n - 8, k = k - 8;",
        ..MATMUL
    },
    Form {
        name: "tiles that begin between those of a partition",
        setup: "
    auto from = pid_m * 48 + arange<64>();
    auto pa = a + (col(from) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(offs_n));",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, col(from) < m && row(offs_k) < k - step * 64, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64 && row(offs_n) < n, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }",
        ..MATMUL
    },
    Form {
        name: "both strides known at run time",
        setup: "
    auto pa = a + (col(offs_m) * sa + row(offs_k) * one);
    auto pb = b + (col(offs_k) * sb + row(offs_n) * one);",
        ..MATMUL
    },
    Form {
        name: "all strides known at run time, and pointers that are advanced by them",
        setup: "
    int sam = sa, sak = one, sbk = sb, sbn = one;
    auto pa = a + (col(offs_m) * sam + row(offs_k) * sak);
    auto pb = b + (col(offs_k) * sbk + row(offs_n) * sbn);",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, col(offs_m) < m && row(offs_k) < k - step * 64, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64 && row(offs_n) < n, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64 * sak;
        pb = pb + 64 * sbk;
    }",
        ..MATMUL
    },
    Form {
        name: "the number of one dimension",
        setup: "
    int pid = ct::bid().x, across = ct::ceildiv(n, 64);
    pid_m = pid / across;
    pid_n = pid % across;
    offs_m = pid_m * 64 + arange<64>();
    offs_n = pid_n * 64 + arange<64>();
    auto pa = a + (col(offs_m) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(offs_n));",
        blocks: |m, n| [m * n, 1, BATCH as u32],
        ..MATMUL
    },
    Form {
        name: "rows and columns that wrap around",
        setup: "
    auto pa = a + (col(offs_m % m) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(offs_n % n));",
        expected: Fed,
        ..MATMUL
    },
    Form {
        name: "the tutorial: rows and columns that wrap around, a mask for K, all strides known at run time",
        setup: "
    int tiles_m = ct::ceildiv(m, 64), tiles_n = ct::ceildiv(n, 64);
    int pid = ct::bid().x, in_group = 2 * tiles_n, group = pid / in_group;
    int first = group * 2, rows_of_group = ct::min(tiles_m - first, 2);
    pid_m = first + pid % in_group % rows_of_group;
    pid_n = pid % in_group / rows_of_group;
    offs_m = pid_m * 64 + arange<64>();
    offs_n = pid_n * 64 + arange<64>();
    int sam = sa, sak = one, sbk = sb, sbn = one;
    auto pa = a + (col(offs_m % m) * sam + row(offs_k) * sak);
    auto pb = b + (col(offs_k) * sbk + row(offs_n % n) * sbn);",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, row(offs_k) < k - step * 64, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64 * sak;
        pb = pb + 64 * sbk;
    }",
        blocks: |m, n| [m * n, 1, BATCH as u32],
        expected: Fed,
        ..MATMUL
    },
    Form {
        name: "tile blocks beyond the last group, whose rows of a group are negative",
        setup: "
    int tiles_m = ct::ceildiv(m, 64), tiles_n = ct::ceildiv(n, 64);
    int pid = ct::bid().x, in_group = 2 * tiles_n, group = pid / in_group;
    int first = group * 2, rows_of_group = ct::min(tiles_m - first, 2);
    pid_m = first + pid % in_group % rows_of_group;
    pid_n = pid % in_group / rows_of_group;
    offs_m = pid_m * 64 + arange<64>();
    offs_n = pid_n * 64 + arange<64>();
    auto pa = a + (col(offs_m) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(offs_n));",
        sizes: &[(33, 35, 67)],
        blocks: |m, n| [3 * m * n, 1, BATCH as u32],
        expected: Fed,
        ..MATMUL
    },
    Form {
        name: "hints of rows that wrap around",
        setup: "
    auto rows = ct::assume_divisible_strided<64, 64, 0>(offs_m % m), columns = ct::assume_divisible_strided<64, 64, 0>(ct::assume_bounded_below<0>(offs_n % n));
    auto pa = a + (col(rows) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(columns));",
        sizes: WHOLE_TILES,
        expected: Fed,
        ..OTHER_ROWS
    },
    Form {
        name: "hints of numbers, in loads but not in the store",
        setup: "
    auto rows = offs_m % ct::assume_bounded_below<1>(m), columns = offs_n % ct::assume_bounded_below<1>(n);
    auto pa = a + (col(rows) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(columns));",
        expected: Fed,
        ..OTHER_ROWS
    },
    Form {
        name: "the first row in place of those behind the last",
        setup: "
    auto rows = ct::select(offs_m < m, offs_m, ct::zeros<ints<64>>()), columns = ct::select(n > offs_n, offs_n, ct::zeros<ints<64>>());
    auto pa = a + (col(rows) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(columns));",
        expected: Fed,
        ..OTHER_ROWS
    },
    Form {
        name: "the last row in place of those behind it",
        setup: "
    auto rows = ct::min(offs_m, m - 1), columns = ct::min(n - 1, offs_n);
    auto pa = a + (col(rows) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(columns));",
        expected: Fed,
        ..OTHER_ROWS
    },
    Form {
        name: "rows that are clamped at both ends",
        setup: "
    auto rows = ct::max(ct::min(offs_m, m - 1), 0), columns = ct::min(ct::max(offs_n, 0), n - 1);
    auto pa = a + (col(rows) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(columns));",
        expected: Fed,
        ..OTHER_ROWS
    },
    Form {
        name: "unsigned rows that wrap around",
        setup: "
    auto rows = ct::element_cast<int>(ct::element_cast<unsigned>(offs_m) % (unsigned)m), columns = offs_n % n;
    auto pa = a + (col(rows) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(columns));",
        expected: Fed,
        ..OTHER_ROWS
    },
    Form {
        name: "rows that wrap around behind one more than are stored",
        setup: "
    auto rows = offs_m % (m + 1), columns = offs_n % (n + 1);
    auto pa = a + (col(rows) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(columns));",
        sizes: &[(72, 80, 136)],
        expected: Fed,
        ..OTHER_ROWS
    },
    Form {
        name: "columns that end before the last one that is stored",
        setup: "
    auto rows = offs_m % m, columns = ct::min(offs_n, n - 2);
    auto pa = a + (col(rows) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(columns));",
        expected: Refused(Requirement::PointerPlaces),
        ..OTHER_ROWS
    },
    Form {
        name: "columns that are the first one before the last one that is stored",
        setup: "
    auto rows = offs_m % m, columns = ct::select(offs_n < n - 1, offs_n, ct::zeros<ints<64>>());
    auto pa = a + (col(rows) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(columns));",
        expected: Refused(Requirement::PointerPlaces),
        ..OTHER_ROWS
    },
    Form {
        name: "columns that are the first one where a table says",
        setup: "
    auto rows = offs_m % m, columns = ct::select(offs_n < table[0], offs_n, ct::zeros<ints<64>>());
    auto pa = a + (col(rows) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(columns));",
        expected: Refused(Requirement::PointerPlaces),
        ..OTHER_ROWS
    },
    Form {
        name: "a scale for each four rows that wrap around",
        setup: "
    auto rows = offs_m % m, columns = offs_n % n;
    auto pa = a + (col(rows) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(columns));",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, row(offs_k) < k - step * 64, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64, B(0));
        auto scale = ct::element_cast<C>(ct::load(table + (rows / 4 + step)));
        acc = acc + ct::mma(x, y, ct::zeros<ct::tile<C, ct::shape<64, 64>>>()) * col(scale);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }",
        expected: Fed,
        ..OTHER_ROWS
    },
    Form {
        name: "masks for K where no tile divides it",
        setup: "
    auto rows = offs_m, columns = offs_n % n;
    auto pa = a + (col(rows) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(columns));",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        ct::tile<A, ct::shape<64, 64>> x;
        ct::tile<B, ct::shape<64, 64>> y;
        if (k % 64 == 0) {
            x = ct::load_masked(pa, col(offs_m) < m);
            y = ct::load(pb);
        } else {
            x = ct::load_masked(pa, col(offs_m) < m && row(offs_k) < k - step * 64, A(0));
            y = ct::load_masked(pb, col(offs_k) < k - step * 64, B(0));
        }
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }",
        sizes: &[(72, 80, 136), (72, 80, 128), (33, 35, 67)],
        expected: Fed,
        ..OTHER_ROWS
    },
    Form {
        name: "masks for K in a branch that is never taken",
        setup: "
    auto rows = offs_m, columns = offs_n % n;
    auto pa = a + (col(rows) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(columns));",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        ct::tile<A, ct::shape<64, 64>> x;
        ct::tile<B, ct::shape<64, 64>> y;
        if (one == 1) {
            x = ct::load_masked(pa, col(offs_m) < m);
            y = ct::load(pb);
        } else {
            x = ct::load_masked(pa, col(offs_m) < m && row(offs_k) < k - step * 64, A(0));
            y = ct::load_masked(pb, col(offs_k) < k - step * 64, B(0));
        }
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }",
        sizes: &[(72, 80, 136)],
        expected: Fed,
        ..OTHER_ROWS
    },
    Form {
        name: "masks for K in some tile blocks",
        setup: "
    auto rows = offs_m, columns = offs_n % n;
    auto pa = a + (col(rows) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(columns));",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        ct::tile<A, ct::shape<64, 64>> x;
        ct::tile<B, ct::shape<64, 64>> y;
        if (pid_m > 0) {
            x = ct::load_masked(pa, col(offs_m) < m);
            y = ct::load(pb);
        } else {
            x = ct::load_masked(pa, col(offs_m) < m && row(offs_k) < k - step * 64, A(0));
            y = ct::load_masked(pb, col(offs_k) < k - step * 64, B(0));
        }
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }",
        sizes: &[(72, 80, 136)],
        expected: Refused(Requirement::LoadedTile),
        ..OTHER_ROWS
    },
    Form {
        name: "whole tiles that are stored without masks",
        setup: "
    auto rows = offs_m % m, columns = offs_n % n;
    auto pa = a + (col(rows) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(columns));",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, row(offs_k) < k - step * 64, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }
    if ((pid_m + 1) * 64 <= m && n >= (pid_n + 1) * 64)
        ct::store(to + (col(offs_m) * n + row(offs_n)), acc);
    else
        ct::store_masked(to + (col(offs_m) * n + row(offs_n)), acc, col(offs_m) < m && row(offs_n) < n);
    return;",
        sizes: &[(72, 80, 136), (128, 136, 64)],
        expected: Fed,
        ..OTHER_ROWS
    },
    Form {
        name: "whole tiles that are stored without masks, where the others are told",
        setup: "
    auto rows = offs_m % m, columns = offs_n % n;
    auto pa = a + (col(rows) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(columns));",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, row(offs_k) < k - step * 64, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }
    if (!(pid_m * 64 + 64 > m || pid_n * 64 + 63 >= n))
        ct::store(to + (col(offs_m) * n + row(offs_n)), acc);
    else
        ct::store_masked(to + (col(offs_m) * n + row(offs_n)), acc, col(offs_m) < m && row(offs_n) < n);
    return;",
        sizes: &[(72, 80, 136)],
        expected: Fed,
        ..OTHER_ROWS
    },
    Form {
        name: "stores without masks of tiles that are not whole",
        setup: "
    auto rows = offs_m % m, columns = offs_n % n;
    auto pa = a + (col(rows) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(columns));",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, row(offs_k) < k - step * 64, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }
    if ((pid_m + 1) * 64 <= m && (pid_n + 1) * 64 <= n + 64)
        ct::store(to + (col(offs_m) * 128 + row(offs_n)), acc);
    return;",
        sizes: &[(64, 72, 136)],
        blocks: |m, n| [m, n, 1],
        expected: Refused(Requirement::PointerPlaces),
    },
    Form {
        name: "sums of parts that are added atomically",
        setup: "
    auto rows = offs_m % m, columns = offs_n % n;
    auto pa = a + (col(rows) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(columns));",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, row(offs_k) < k - step * 64, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }
    ct::atomic_add_masked(to + (col(offs_m) * n + row(offs_n)), acc, col(offs_m) < m && row(offs_n) < n, ct::memory_order_relaxed_t{});
    return;",
        expected: Fed,
        ..OTHER_ROWS
    },
    Form {
        name: "sums of other columns that are added atomically",
        setup: "
    auto rows = offs_m % m, columns = offs_n % n;
    auto pa = a + (col(rows) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(columns));",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, row(offs_k) < k - step * 64, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }
    ct::atomic_add_masked(to + (col(offs_m) * n + row(offs_n % n)), acc, col(offs_m) < m, ct::memory_order_relaxed_t{});
    return;",
        expected: Refused(Requirement::PointerPlaces),
        ..OTHER_ROWS
    },
    Form {
        name: "masks of a branch that is never taken, whose numbers would wrap around there",
        setup: "
    auto pa = a + (col(offs_m) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(offs_n % n));",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        ct::tile<A, ct::shape<64, 64>> x;
        ct::tile<B, ct::shape<64, 64>> y;
        if (one == 1) {
            x = ct::load_masked(pa, col(offs_m) < m);
            y = ct::load(pb);
        } else {
            x = ct::load_masked(pa, col(offs_m) < m && row(offs_k) < k - step * 1073741824, A(0));
            y = ct::load_masked(pb, col(offs_k) < k - step * 1073741824, B(0));
        }
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }",
        sizes: &[(72, 80, 200)],
        expected: Any,
        ..OTHER_ROWS
    },
    Form {
        name: "different masks on both sides of a branch",
        setup: "
    auto pa = a + (col(offs_m) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(offs_n % n));",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        ct::tile<A, ct::shape<64, 64>> x;
        ct::tile<B, ct::shape<64, 64>> y;
        if (sa == sb) {
            x = ct::load_masked(pa, col(offs_m) < m && row(offs_k) < k - step * 64);
            y = ct::load(pb);
        } else {
            x = ct::load_masked(pa, col(offs_m) < m && row(offs_k) < k - step * 64, A(0));
            y = ct::load_masked(pb, col(offs_k) < k - step * 64, B(0));
        }
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }",
        sizes: &[(72, 80, 136), (72, 72, 72)],
        expected: Any,
        ..OTHER_ROWS
    },
    Form {
        name: "whole tiles that are stored without masks in one direction alone",
        setup: "
    auto pa = a + (col(offs_m) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(offs_n));",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, col(offs_m) < m && row(offs_k) < k - step * 64, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64 && row(offs_n) < n, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }
    acc = acc + C(1);
    if ((pid_m + 1) * 64 <= m + 60)
        ct::store_masked(to + (col(offs_m) * n + row(offs_n)), acc, row(offs_n) < n);
    else
        ct::store_masked(to + (col(offs_m) * n + row(offs_n)), acc, col(offs_m) < m && row(offs_n) < n);
    return;",
        sizes: &[(72, 80, 136)],
        blocks: |m, n| [m, n, 1],
        expected: Any,
    },
    // Rows of a tensor, which warps gather.
    Form {
        name: "rows that a table names",
        setup: "
    auto rows = ct::load_masked(table + offs_m, offs_m < m, 0);
    auto pa = a + (col(rows) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(offs_n));",
        expected: Fed,
        ..MATMUL
    },
    // Loads that are not tiles of a tensor.
    Form {
        name: "a column that is loaded where rows do not wrap around",
        setup: "
    auto pa = a + (col(offs_m % m) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(offs_n));",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, row(offs_k) < k - step * 64, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64 && row(offs_n) < n, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }
    acc = acc + ct::element_cast<C>(col(ct::load_masked(table + offs_m, offs_m % m == offs_m, 0)));",
        expected: Fed,
        ..MATMUL
    },
    Form {
        name: "columns that wrap around before the last one that is stored",
        setup: "
    auto pa = a + (col(offs_m) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(offs_n % (n - 1)));",
        steps: COLUMNS_UNMASKED,
        expected: Refused(Requirement::PointerPlaces),
        ..MATMUL
    },
    Form {
        name: "columns that wrap around, of which sums are stored",
        setup: "
    auto pa = a + (col(offs_m) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(offs_n % n));",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, col(offs_m) < m && row(offs_k) < k - step * 64, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }
    acc = acc + ct::sum<1>(acc);",
        expected: Refused(Requirement::PointerPlaces),
        ..MATMUL
    },
    Form {
        name: "columns that wrap around, all of which are stored",
        setup: "
    auto pa = a + (col(offs_m) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(offs_n % 16));",
        steps: COLUMNS_UNMASKED,
        expected: Refused(Requirement::PointerPlaces),
        ..MATMUL
    },
    Form {
        name: "places that are multiplied",
        setup: "
    auto pa = a + (col(offs_m) * sa + row(offs_k)) + (col(arange<64>()) * row(offs_k)) / 1024;
    auto pb = b + (col(offs_k) * sb + row(offs_n));",
        expected: Refused(Requirement::PointerPlaces),
        ..MATMUL
    },
    Form {
        name: "unsigned offsets that wrap",
        setup: "
    unsigned last = (m - 1) * sa, back = 0u - (unsigned)sa;
    auto pa = a + (ct::element_cast<unsigned>(col(offs_m)) * back + last + ct::element_cast<unsigned>(row(offs_k)));
    auto pb = b + (col(offs_k) * sb + row(offs_n));",
        expected: Refused(Requirement::PointerPlaces),
        ..MATMUL
    },
    Form {
        name: "rows from the last one on",
        setup: "
    auto pa = a + ((m - 1 - col(offs_m)) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(offs_n));",
        expected: Refused(Requirement::PointerPlaces),
        ..MATMUL
    },
    Form {
        name: "a negative stride",
        setup: "
    int back = -sa;
    auto pa = a + (m - 1) * sa + (col(offs_m) * back + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(offs_n));",
        ..MATMUL
    },
    Form {
        name: "a stride that is negative at run time",
        setup: "
    int back = table[0] < 100 ? -sa : sa;
    auto pa = a + (m - 1) * sa + (col(offs_m) * back + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(offs_n));",
        expected: Refused(Requirement::PointerPlaces),
        ..MATMUL
    },
    Form {
        name: "a mask of two places",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, col(offs_m) < m && row(offs_k) < k - step * 64 && col(offs_m) >= row(offs_k), A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64 && row(offs_n) < n, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }",
        expected: Refused(Requirement::MaskBounds),
        ..MATMUL
    },
    Form {
        name: "a mask with a hole",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, col(offs_m) < m && row(offs_k) < k - step * 64 && col(offs_m) != 3, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64 && row(offs_n) < n, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }",
        expected: Refused(Requirement::MaskBounds),
        ..MATMUL
    },
    Form {
        name: "rows that end where a table says",
        setup: "
    int rows = table[pid_m];
    auto pa = a + (col(offs_m) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(offs_n));",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, col(offs_m) < rows && row(offs_k) < k - step * 64, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64 && row(offs_n) < n, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }",
        expected: Refused(Requirement::MaskBounds),
        ..MATMUL
    },
    Form {
        name: "other padding",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, col(offs_m) < m && row(offs_k) < k - step * 64, A(1));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64 && row(offs_n) < n, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }",
        expected: Refused(Requirement::ZeroPadding),
        ..MATMUL
    },
    Form {
        name: "a loop that counts down",
        steps: "
    for (int left = k; left > 0; left -= 64) {
        auto x = ct::load_masked(pa, col(offs_m) < m && row(offs_k) < left, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < left && row(offs_n) < n, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }",
        // The masks are bounds now that the loop counts; where its tiles begin is `k` less a count.
        expected: Refused(Requirement::KnownStart),
        ..MATMUL
    },
    Form {
        name: "rows in front of the first one",
        setup: "
    offs_m = pid_m * 64 - 8 * one + arange<64>();
    auto pa = a + (col(offs_m) * sa + row(offs_k));
    auto pb = b + (col(offs_k) * sb + row(offs_n));",
        steps: "
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, col(offs_m) >= 0 && col(offs_m) < m && row(offs_k) < k - step * 64, A(0));
        auto y = ct::load_masked(pb, col(offs_k) < k - step * 64 && row(offs_n) < n, B(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * sb;
    }
    offs_m = pid_m * 64 + arange<64>();",
        expected: Refused(Requirement::MaskBounds),
        ..MATMUL
    },
];
