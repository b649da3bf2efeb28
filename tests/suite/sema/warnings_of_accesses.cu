//@ check
// Tiles that a view does not have, stores to one address, and elements that a mask left without a value.
#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

using row = ct::tile<int, ct::shape<64>>;
using reals = ct::tile<float, ct::shape<64>>;

template <int N> __tile_global__ void views(const float* in, float* out, int n) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{64_ic, 128_ic}}, ct::shape{64_ic, 64_ic}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{64_ic, 128_ic}}, ct::shape{64_ic, 64_ic}};
    auto x = from.load(0, 64); //~ warning[E0577]: index 64 is outside: axis 1 of the tensor has 2 tiles of this shape
    x = x + from.load_masked(1, 0); //~ warning[E0577]: index 1 is outside: axis 0 of the tensor has 1 tile of this shape
    to.store(x, 0, -1); //~ warning[E0577]: index -1 is outside: axis 1 has no tile with a negative number
    to.store_masked(x, 0, 2); //~ warning[E0577]: index 2 is outside: axis 1 of the tensor has 2 tiles of this shape
    for (int i = 0; i < 2; ++i) to.store(from.load(0, i), 0, 1 - i);
    to.store(from.load(0, N), 0, n);
}
template __tile_global__ void views<1>(const float*, float*, int);
template __tile_global__ void views<2>(const float*, float*, int);

__tile_global__ void stores(float* p, float* q, int n) {
    auto at = ct::iota<row>();
    auto x = ct::load(p + at);
    ct::store(ct::full<ct::tile<float*, ct::shape<64>>>(q + n), x); //~ warning[E0577]: all 64 elements go to one address
    ct::store(q + at * 0, x); //~ warning[E0577]: all 64 elements go to one address
    ct::store(q + at, x);
    ct::store_masked(ct::full<ct::tile<float*, ct::shape<64>>>(q + n), x, at == 3);
    ct::atomic_add(ct::full<ct::tile<float*, ct::shape<64>>>(q + n), x, ct::memory_order_relaxed_t{});
    q[4] = static_cast<float>(ct::sum<0>(ct::load_masked(p + at, at < 64)));
    auto rows = ct::reshape(at, ct::shape<64, 1>{});
    auto cols = ct::reshape(at, ct::shape<1, 64>{});
    ct::store(q + (rows * 64 + cols), ct::full<ct::tile<float, ct::shape<64, 64>>>(1.0f));
    ct::store(q + (rows * 64 + cols * 0), ct::full<ct::tile<float, ct::shape<64, 64>>>(1.0f)); //~ warning[E0577]: each address takes 64 of the 4096 elements
}

__tile_global__ void sums(const float* p, float* q, int n) {
    auto at = ct::iota<row>();
    auto x = ct::load_masked(p + at, at < n);
    q[0] = static_cast<float>(ct::sum<0>(x)); //~ warning[E0528]: the reduction reads elements that a masked load left without a value
    q[1] = static_cast<float>(ct::reduce_max<0>(ct::element_cast<float>(-x))); //~ warning[E0528]: the reduction reads elements
    q[2] = static_cast<float>(ct::sum<0>(ct::select(at < n, x, ct::full<reals>(0.0f))));
    q[3] = static_cast<float>(ct::sum<0>(ct::load_masked(p + at, at < n, 0.0f)));
    auto rows = ct::reshape(at, ct::shape<64, 1>{});
    auto cols = ct::reshape(at, ct::shape<1, 64>{});
    auto some = ct::load_masked(p + (rows * 64 + cols), rows < n);
    ct::store_masked(q + rows, ct::sum<1>(some), rows < n);
    auto both = ct::load_masked(p + (rows * 64 + cols), (rows < n) & (cols < n));
    ct::store_masked(q + rows, ct::sum<1>(both), rows < n); //~ warning[E0528]: the reduction reads elements
}
