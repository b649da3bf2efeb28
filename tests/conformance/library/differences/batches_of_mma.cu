// case: batches_of_mma
// spec: 2.5.1 mma_compatible
// arg: f32[4] = [1, 2, 3, 4]
// arg: f32[8] = [1, 0, 0, 1, 2, 0, 0, 2]
// arg: out f32[8]
// arg: out f32[8]
// expect: [11, 12, 13, 14, 12, 14, 16, 18]
// expect: [17, 20, 25, 32, 17, 20, 25, 32]
// note: each of A and B is C or 1: the printed "or" between the two rules would accept any B beside A = C. The second product is that of (1 2; 3 4) with itself, in both batches.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <unsigned A, unsigned B, unsigned C>
constexpr bool batches = ct::mma_compatible<ct::tile<float, ct::shape<A, 2, 2>>, ct::tile<float, ct::shape<B, 2, 2>>, ct::tile<float, ct::shape<C, 2, 2>>>;
static_assert(batches<4, 4, 4> && batches<1, 4, 4> && batches<4, 1, 4> && batches<1, 1, 4>);
static_assert(!batches<2, 4, 4> && !batches<4, 2, 4> && !batches<4, 4, 1>);

extern "C" __tile_global__ void test(float const* a, float const* b, float* out, float* square) {
    auto one = ct::load(a + ct::iota<ct::tile<int, ct::shape<1, 2, 2>>>());
    auto two = ct::load(b + ct::iota<ct::tile<int, ct::shape<2, 2, 2>>>());
    auto ten = ct::full<decltype(two)>(10);
    ct::store(out + ct::iota<ct::tile<int, ct::shape<2, 2, 2>>>(), ct::mma(one, two, ten));
    ct::store(square + ct::iota<ct::tile<int, ct::shape<2, 2, 2>>>(), ct::mma(one, one, ten));
}
