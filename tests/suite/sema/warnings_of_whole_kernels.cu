//@ check
// Indices of views that count elements, stores without the mask of their load, atomic accesses of block scope that all tile
// blocks make, and parameters that are references.
#include "cuda_tile.h"

#include <limits>
namespace ct = cuda::tiles;
using namespace ct::literals;

using row = ct::tile<int, ct::shape<64>>;

template <int Tile> __tile_global__ void elements(const float* in, float* out, int n) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{n}}, ct::shape<Tile>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{n}}, ct::shape<Tile>{}};
    int first = Tile * ct::bid().x;
    auto x = from.load_masked(ct::bid().x * Tile); //~ warning[E0901]: the index `ct::bid().x * Tile` counts elements in steps of 64
    to.store_masked(x, first); //~ warning[E0901]: the index `first` counts elements in steps of 64
    to.store_masked(x, ct::bid().x);
    to.store_masked(x, first / Tile);
}
template __tile_global__ void elements<64>(const float*, float*, int);

// Each tile block has a row of tiles.
__tile_global__ void rows_of_tiles(const float* in, float* out, int n) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{n}}, ct::shape<64>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{n}}, ct::shape<64>{}};
    auto x = from.load_masked(ct::bid().x * 64);
    for (int i = 1; i < 64; ++i) x = x + from.load_masked(ct::bid().x * 64 + i);
    to.store_masked(x, ct::bid().x);
}

__tile_global__ void rounds(const float* a, const float* b, float* c, int n) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{n, n}}, ct::shape<32, 16>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{n, n}}, ct::shape<16, 32>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{n, n}}, ct::shape<32, 32>{}};
    auto [i, j, _] = ct::bid();
    auto sum = ct::full<ct::tile<float, ct::shape<32, 32>>>(0.0f);
    for (int k = 0; k < n; k += 16)
        sum = ct::mma(va.load_masked(i, k), //~ warning[E0901]: the index `k` counts elements in steps of 16
                      vb.load_masked(k, j), sum); //~ warning[E0901]: the index `k` counts elements in steps of 16
    for (int k = 0; k < n / 16; ++k) sum = ct::mma(va.load_masked(i, k), vb.load_masked(k, j), sum);
    for (int k = 0; k < n; k += 16) sum = ct::mma(va.load_masked(i, k / 16), vb.load_masked(k / 16, j), sum);
    vc.store_masked(sum, i, j);
}

// A grid of as many tile blocks as a tile has elements.
__tile_global__ void strides(float* p, int n) {
    ct::partition_view v{ct::tensor_span{p, ct::extents{n}}, ct::shape<64>{}};
    for (int i = ct::bid().x; i < n / 64; i += 64) v.store(v.load(i), i);
}

// Pairs of tiles, and the places of tiles that overlap.
__tile_global__ void pairs(float* p, int n) {
    ct::partition_view v{ct::tensor_span{p, ct::extents{n}}, ct::shape<2>{}};
    v.store(v.load(ct::bid().x * 2), ct::bid().x * 2);
    ct::strided_view w{ct::tensor_span{p, ct::extents{n}}, ct::shape<64>{}, ct::strides{1_ic}};
    w.store_masked(w.load_masked(ct::bid().x * 64), ct::bid().x * 64);
}

__tile_global__ void stores(const float* p, float* q, int n) {
    auto at = int(ct::bid().x) * 64 + ct::iota<row>();
    auto x = ct::load_masked(p + at, at < n);
    ct::store(q + at, x * 2.0f); //~ warning[E0529]: the store has no mask
    ct::store_masked(q + at, x * 2.0f, at < n);
    ct::store(q + at, ct::load_masked(p + at, at < n, 0.0f));
    ct::store(q + at, ct::select(at < n, x, ct::full<ct::tile<float, ct::shape<64>>>(0.0f)));
    ct::store(q + at, ct::load_masked(p + at + 1, at < n - 1));
    if (ct::bid().x * 64 + 64 <= n)
        ct::store(q + at, x);
    else
        ct::store_masked(q + at, x, at < n);
}

__tile_global__ void stores_of_views(const float* p, float* q, int n) {
    ct::partition_view from{ct::tensor_span{p, ct::extents{n}}, ct::shape<64>{}};
    ct::partition_view to{ct::tensor_span{q, ct::extents{n}}, ct::shape<64>{}};
    ct::partition_view whole{ct::tensor_span{q, ct::extents{(n + 63) / 64 * 64}}, ct::shape<64>{}};
    auto x = from.load_masked(ct::bid().x);
    to.store(x, ct::bid().x); //~ warning[E0529]: the store has no mask
    whole.store(x, ct::bid().x);
    to.store_masked(x, ct::bid().x);
}

__tile_global__ void sums(const float* p, float* total, float* parts, int n) {
    auto at = ct::iota<row>();
    auto x = ct::sum<0>(ct::load(p + (int(ct::bid().x) * 64 + at)));
    float sum = static_cast<float>(x);
    ct::atomic_add(total, sum, ct::memory_order_relaxed_t{}, ct::thread_scope_block_t{}); //~ warning[E0902]: block scope orders the accesses of one tile block alone
    ct::atomic_add(parts + ct::bid().x, sum, ct::memory_order_relaxed_t{}, ct::thread_scope_block_t{});
    ct::atomic_add(total, sum, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{});
    ct::atomic_add(total, sum, ct::memory_order_relaxed_t{});
    if (ct::bid().x == 0)
        ct::atomic_add(total, sum, ct::memory_order_relaxed_t{}, ct::thread_scope_block_t{});
    for (int i = 0; i < 4; ++i)
        ct::atomic_add<ct::memory_order::relaxed, ct::thread_scope::block>(total + i, sum); //~ warning[E0902]: block scope
}

// One tile block.
__tile_global__ void alone(const int* p, int* counts) {
    auto at = ct::iota<row>();
    ct::atomic_add(counts + (at & 7), ct::load(p + at), ct::memory_order_relaxed_t{}, ct::thread_scope_block_t{});
}

__tile_global__ void updates(const float* p, float* total, float* parts, int n) {
    auto at = ct::iota<row>();
    float sum = static_cast<float>(ct::sum<0>(ct::load(p + (int(ct::bid().x) * 64 + at))));
    *total += sum; //~ warning[E0903]: all tile blocks read and write this address
    parts[ct::bid().x] += sum;
    if (ct::bid().x == 0) *total += sum;
    *total = 0;
    for (int i = 0; i < n; ++i) total[i] = total[i] * sum; //~ warning[E0903]: all tile blocks read and write this address
    ct::store(total + at, ct::load(total + at) + sum); //~ warning[E0903]: all tile blocks read and write this address
}

// The tile block that takes the lock has the sum for itself.
__tile_global__ void locked(const float* p, float* total, int* lock) {
    float x = p[ct::bid().x];
    while (ct::atomic_xchg(lock, 1, ct::memory_order_acquire_t{}) != 0) {}
    *total += x;
    ct::atomic_store(lock, 0, ct::memory_order_release_t{});
}

__tile_global__ void first_alone(const float* p, float* total) {
    if (ct::bid().x != 0) return;
    *total += *p;
}

__tile_global__ void maxima(const float* p, float* q, int n) {
    auto at = ct::iota<row>();
    constexpr float least = std::numeric_limits<float>::lowest(), small = std::numeric_limits<float>::min();
    q[0] = static_cast<float>(ct::reduce_max<0>(ct::load_masked(p + at, at < n, small))); //~ warning[E0905]: the padding of the load is the smallest positive `float`
    q[1] = static_cast<float>(ct::reduce_max<0>(ct::load_masked(p + at, at < n, least)));
    q[2] = static_cast<float>(ct::sum<0>(ct::load_masked(p + at, at < n, small)));
    auto x = ct::max(ct::load(p + at), small);
    q[3] = static_cast<float>(ct::reduce_max<0>(ct::abs(ct::load_masked(p + at, at < n, small)) + x));
}

__tile_global__ void products(float* p, int row, int width) {
    *(p + static_cast<long long>(row * width)) = 0; //~ warning[E0904]: the product `row * width` is computed as `int`
    p[row + (long long)(row * width)] = 1; //~ warning[E0904]: the product `row * width` is computed as `int`
    p[static_cast<long long>(row) * width] = 2;
    p[static_cast<long long>(row * 64)] = 3;
    p[row * width] = 4;
}

template <int N> __tile_global__ void fractions(float* p) {
    constexpr float inverse = 1 / N; //~ warning[E0592]: `1 / N` is a division of integers
    constexpr float whole = 64 / 8;
    *p = inverse * whole;
}
template __tile_global__ void fractions<48>(float*);

__tile_global__ void referred(float* p, const int& n, //~ warning[E0328]: the parameter `n` of a kernel is a reference
                              float& factor, int count) { //~ warning[E0328]: the parameter `factor` of a kernel is a reference
    *p = n * factor * count;
}
__tile__ float scaled(const float& x) { return 2 * x; }
__tile_global__ void values(float* p, float x) { *p = scaled(x); }
