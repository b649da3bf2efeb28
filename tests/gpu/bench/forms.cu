// Forms that a product takes in real programs, all of one tile: a block for each tile of C in groups
// of rows, a grid that does not grow with the matrices, several products at once, and what follows a
// product in the same kernel.

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using bf16 = __nv_bfloat16;
constexpr int BM = 128, BN = 256, BK = 64, GROUP = 16;

using Sum = ct::tile<float, ct::shape<BM, BN>>;

struct place {
    int i, j;
};

// The tile of C for a number, in groups of rows so that neighbours share what they load.
__tile__ place grouped(int block, int m, int n) {
    int rows = ct::ceildiv(m, BM), size = GROUP * ct::ceildiv(n, BN);
    int first = block / size * GROUP, own = ct::min(rows - first, GROUP);
    return {first + block % size % own, block % size / own};
}

__tile__ Sum product(const bf16* __restrict__ a, const bf16* __restrict__ b, int m, int n, int k, place at) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<BM, BK>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<BK, BN>{}};
    auto acc = ct::zeros<Sum>();
    for (int step : ct::irange(0, ct::ceildiv(k, BK)))
        acc = ct::mma(va.load_masked(at.i, step), vb.load_masked(step, at.j), acc);
    return acc;
}

__tile__ void store(bf16* __restrict__ c, int m, int n, Sum sum, place at) {
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<BM, BN>{}};
    vc.store_masked(ct::element_cast<bf16>(sum), at.i, at.j);
}

__tile_global__ void plain(const bf16* __restrict__ a, const bf16* __restrict__ b, bf16* __restrict__ c, int m, int n,
                           int k) {
    auto at = grouped(static_cast<int>(ct::bid().x), m, n);
    store(c, m, n, product(a, b, m, n, k, at), at);
}

__tile_global__ void persistent(const bf16* __restrict__ a, const bf16* __restrict__ b, bf16* __restrict__ c, int m,
                                int n, int k) {
    int tiles = ct::ceildiv(m, BM) * ct::ceildiv(n, BN);
    for (int tile : ct::irange(static_cast<int>(ct::bid().x), tiles, static_cast<int>(ct::num_blocks().x))) {
        auto at = grouped(tile, m, n);
        store(c, m, n, product(a, b, m, n, k, at), at);
    }
}

__tile_global__ void batched(const bf16* __restrict__ a, const bf16* __restrict__ b, bf16* __restrict__ c, int count,
                             int m, int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{count, m, k}}, ct::shape<1, BM, BK>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{count, k, n}}, ct::shape<1, BK, BN>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{count, m, n}}, ct::shape<1, BM, BN>{}};
    auto [block, batch, z] = ct::bid();
    auto at = grouped(static_cast<int>(block), m, n);
    auto acc = ct::zeros<ct::tile<float, ct::shape<1, BM, BN>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, BK)))
        acc = ct::mma(va.load_masked(batch, at.i, step), vb.load_masked(batch, step, at.j), acc);
    vc.store_masked(ct::element_cast<bf16>(acc), batch, at.i, at.j);
}

__tile__ Sum with_bias(Sum sum, const bf16* __restrict__ bias, int n, place at) {
    ct::partition_view view{ct::tensor_span{bias, ct::extents{1, n}}, ct::shape<1, BN>{}};
    return sum + ct::element_cast<float>(view.load_masked(0, at.j));
}

__tile_global__ void bias_gelu(const bf16* __restrict__ a, const bf16* __restrict__ b, const bf16* __restrict__ bias,
                               bf16* __restrict__ c, int m, int n, int k) {
    auto at = grouped(static_cast<int>(ct::bid().x), m, n);
    auto x = with_bias(product(a, b, m, n, k, at), bias, n, at);
    // x (1 + tanh u) / 2 = x / (1 + exp(-2 u)), u = sqrt(2/pi) (x + 0.044715 x^3), with powers of two.
    auto power = -2.302208198f * (x + 0.044715f * x * x * x);
    auto divisor = 1.0f + ct::exp2(power, ct::round_subnormals_to_zero_t{});
    store(c, m, n, ct::div(x, divisor, ct::round_approximate_t{}), at);
}

__tile_global__ void bias_residual(const bf16* __restrict__ a, const bf16* __restrict__ b,
                                   const bf16* __restrict__ bias, const bf16* __restrict__ residual,
                                   bf16* __restrict__ c, int m, int n, int k) {
    auto at = grouped(static_cast<int>(ct::bid().x), m, n);
    auto x = with_bias(product(a, b, m, n, k, at), bias, n, at);
    ct::partition_view view{ct::tensor_span{residual, ct::extents{m, n}}, ct::shape<BM, BN>{}};
    store(c, m, n, x + ct::element_cast<float>(view.load_masked(at.i, at.j)), at);
}

// Products of a batch whose matrices are found through a base pointer of the block.
__tile_global__ void block_base(const bf16* __restrict__ a, const bf16* __restrict__ b, bf16* __restrict__ c,
                                int count, int m, int n, int k) {
    auto [block, batch, z] = ct::bid();
    auto at = grouped(static_cast<int>(block), m, n);
    auto offset = static_cast<long long>(batch);
    store(c + offset * m * n, m, n, product(a + offset * m * k, b + offset * k * n, m, n, k, at), at);
}

// A product of constant extents whose rows 16 bytes do not divide.
__tile_global__ void static_pitch(const bf16* __restrict__ a, const bf16* __restrict__ b, bf16* __restrict__ c, int,
                                  int, int) {
    constexpr ct::extents<int, 8100, 8100> square;
    auto at = grouped(static_cast<int>(ct::bid().x), 8100, 8100);
    ct::partition_view va{ct::tensor_span{a, square}, ct::shape<BM, BK>{}};
    ct::partition_view vb{ct::tensor_span{b, square}, ct::shape<BK, BN>{}};
    auto acc = ct::zeros<Sum>();
    for (int step : ct::irange(0, ct::ceildiv(8100, BK)))
        acc = ct::mma(va.load_masked(at.i, step), vb.load_masked(step, at.j), acc);
    ct::partition_view vc{ct::tensor_span{c, square}, ct::shape<BM, BN>{}};
    vc.store_masked(ct::element_cast<bf16>(acc), at.i, at.j);
}

// A product of operands that are computed from what is loaded, as activations of the layer before.
__tile_global__ void rectified(const bf16* __restrict__ a, const bf16* __restrict__ b, bf16* __restrict__ c, int m, int n,
                               int k) {
    auto at = grouped(static_cast<int>(ct::bid().x), m, n);
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<BM, BK>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<BK, BN>{}};
    auto acc = ct::zeros<Sum>();
    for (int step : ct::irange(0, ct::ceildiv(k, BK)))
        acc = ct::mma(ct::max(va.load_masked(at.i, step), bf16(0.0f)), ct::max(vb.load_masked(step, at.j), bf16(0.0f)), acc);
    store(c, m, n, acc, at);
}

// A product of tiles of pointers, as in Triton's tutorial, blocks of a row one after the other.
__tile_global__ void pointer_tiles(const bf16* __restrict__ a, const bf16* __restrict__ b, bf16* __restrict__ c, int m,
                                   int n, int k) {
    using Rows = ct::shape<BM, 1>;
    using Steps = ct::shape<BK, 1>;
    int pid = ct::bid().x, blocks = ct::ceildiv(n, BN);
    auto rm = ct::reshape(pid / blocks * BM + ct::iota<ct::tile<int, ct::shape<BM>>>(), Rows{});
    auto rn = ct::reshape(pid % blocks * BN + ct::iota<ct::tile<int, ct::shape<BN>>>(), ct::shape<1, BN>{});
    auto ak = ct::reshape(ct::iota<ct::tile<int, ct::shape<BK>>>(), ct::shape<1, BK>{});
    auto bk = ct::reshape(ct::iota<ct::tile<int, ct::shape<BK>>>(), Steps{});
    auto pa = a + (rm * k + ak);
    auto pb = b + (bk * n + rn);
    auto acc = ct::zeros<Sum>();
    for (int at = 0; at < k; at += BK) {
        auto x = ct::load_masked(pa, rm < m && ak < k - at, bf16(0.0f));
        auto y = ct::load_masked(pb, bk < k - at && rn < n, bf16(0.0f));
        acc = ct::mma(x, y, acc);
        pa = pa + BK;
        pb = pb + BK * n;
    }
    ct::store_masked(c + (rm * n + rn), ct::element_cast<bf16>(acc), rm < m && rn < n);
}

// Attention with a bias for each score, which threads add between the two products.
__tile_global__ void biased_attention(const bf16* __restrict__ q, const bf16* __restrict__ k, const bf16* __restrict__ v,
                                      const bf16* __restrict__ bias, bf16* __restrict__ o, int heads, int length,
                                      float scale) {
    constexpr int D = 64, ROWS = 128, KEYS = 64;
    using Scores = ct::tile<float, ct::shape<ROWS, KEYS>>;
    using Row = ct::tile<float, ct::shape<ROWS, 1>>;
    ct::extents all{heads, length, D};
    ct::partition_view vq{ct::tensor_span{q, all}, ct::shape<1, ROWS, D>{}};
    ct::partition_view vk{ct::tensor_span{k, all}, ct::shape<1, KEYS, D>{}};
    ct::partition_view vv{ct::tensor_span{v, all}, ct::shape<1, KEYS, D>{}};
    ct::partition_view vo{ct::tensor_span{o, all}, ct::shape<1, ROWS, D>{}};
    ct::partition_view vb{ct::tensor_span{bias, ct::extents{length, length}}, ct::shape<ROWS, KEYS>{}};
    auto [block, head, z] = ct::bid();
    auto query = ct::reshape(vq.load_masked(head, block, 0), ct::shape<ROWS, D>{});
    auto acc = ct::zeros<ct::tile<float, ct::shape<ROWS, D>>>();
    auto sum = ct::zeros<Row>();
    auto max = ct::full<Row>(-1e30f);
    auto lane = ct::reshape(ct::iota<ct::tile<int, ct::shape<KEYS>>>(), ct::shape<1, KEYS>{});
    for (int step : ct::irange(0, ct::ceildiv(length, KEYS))) {
        auto key = ct::reshape(vk.load_masked(head, step, 0), ct::shape<KEYS, D>{});
        auto s = ct::mma(query, ct::transpose(key), ct::zeros<Scores>()) * scale;
        s = s + ct::element_cast<float>(vb.load_masked(block, step));
        s = ct::select(step * KEYS + lane < length, s, ct::full<Scores>(-1e30f));
        auto next = ct::max(max, ct::reduce_max<1>(s));
        auto p = ct::exp(s - next);
        auto alpha = ct::exp(max - next);
        sum = sum * alpha + ct::sum<1>(p);
        max = next;
        auto value = ct::reshape(vv.load_masked(head, step, 0), ct::shape<KEYS, D>{});
        acc = ct::mma(ct::element_cast<bf16>(p), value, acc * alpha);
    }
    vo.store_masked(ct::reshape(ct::element_cast<bf16>(acc / sum), ct::shape<1, ROWS, D>{}), head, block, 0);
}
