//@ check
// Reductions that are broadcast along another axis of the tile that they were made of.
#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile__ auto pointers(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    return p + ct::reshape(at, ct::shape<64, 1>{}) * 64 + at;
}

__tile_global__ void squeezed(float* p) {
    auto x = ct::load(pointers(p));
    auto mean = ct::reshape(ct::sum<1>(x), ct::shape<64>{}) / 64.0f;
    ct::store(pointers(p), x - mean); //~ warning[E0910]: a reduction along axis 1 is broadcast along axis 0 of the tile that it was made of
}

__tile_global__ void made_a_column(float* p) {
    auto x = ct::load(pointers(p));
    auto largest = ct::reshape(ct::reduce_max<0>(x), ct::shape<64, 1>{});
    auto e = ct::exp(x - largest); //~ warning[E0910]: a reduction along axis 0 is broadcast along axis 1 of the tile that it was made of
    ct::store(pointers(p), e);
}

__tile_global__ void of_powers(float* p) {
    auto x = ct::load(pointers(p));
    auto e = ct::exp(x - ct::reduce_max<1>(x));
    auto total = ct::reshape(ct::sum<1>(e), ct::shape<64>{});
    ct::store(pointers(p), e / total); //~ warning[E0910]: a reduction along axis 1 is broadcast along axis 0
}

// Along its own axis.
__tile_global__ void kept(float* p) {
    auto x = ct::load(pointers(p));
    auto rows = x - ct::sum<1>(x) / 64.0f;
    auto columns = rows - ct::reshape(ct::sum<0>(rows), ct::shape<64>{}) / 64.0f;
    auto shifted = columns - ct::reshape(ct::reshape(ct::sum<1>(columns), ct::shape<64>{}), ct::shape<64, 1>{});
    ct::store(pointers(p), shifted);
}

// Along both on purpose, or by a transposition.
__tile_global__ void of_degrees(float* p) {
    auto x = ct::load(pointers(p));
    auto degree = ct::rsqrt(ct::sum<1>(x));
    ct::store(pointers(p), x * degree * ct::reshape(degree, ct::shape<1, 64>{}));
}

__tile_global__ void transposed(float* p) {
    auto x = ct::load(pointers(p));
    ct::store(pointers(p), x * ct::transpose(ct::sum<1>(x)));
}

// Of another tile, or of all elements.
__tile_global__ void of_others(float* p, float* q) {
    auto x = ct::load(pointers(p));
    auto y = ct::load(pointers(q));
    auto sums = ct::reshape(ct::sum<1>(x), ct::shape<64>{});
    auto all = ct::reshape(ct::sum<0>(ct::sum<1>(x)), ct::shape<1>{});
    ct::store(pointers(p), y - sums);
    ct::store(pointers(q), x - all);
}
