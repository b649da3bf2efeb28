// case: example_tile_like
// spec: 1.6 Tiles (examples)
// arg: out i32[8]
// expect: [0, 1, 2, 3, 4, 5, 6, 7]
// note: the row major arrangement of a 4x2 tile, read off through its partitions.
#include <cstdint>
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// tile like types
static_assert(ct::tile_like<double> && ct::tile_like<int const> && ct::tile_like<ct::tile<double, ct::shape<>>>);
static_assert(ct::tile_like<ct::tile<float, ct::shape<4, 8>>>);
static_assert(ct::tile_like<ct::tile<float, ct::shape<1, 1>> const volatile>);
// tile element type
static_assert(__is_same(ct::tile_element_t<ct::tile<double, ct::shape<4>>>, double));
static_assert(__is_same(ct::tile_element_t<int>, int) && __is_same(ct::tile_element_t<int const>, int));
// tile compatible shape
static_assert(!ct::tile_shape<ct::shape<4, 7>> && !ct::tile_shape<ct::shape<0>>);
static_assert(!ct::tile_shape<ct::extents<int16_t, 4, 8>> && ct::tile_shape<ct::shape<>>);
// tile shape
static_assert(__is_same(ct::tile_shape_t<ct::tile<int, ct::shape<4, 8>>>, ct::shape<4, 8>));
static_assert(__is_same(ct::tile_shape_t<int>, ct::shape<>));
// singleton tile
template <class T>
constexpr bool singleton = ct::tile_size_v<T> == 1;
static_assert(singleton<double> && singleton<ct::tile<double, ct::shape<>>> && singleton<ct::tile<double, ct::shape<1, 1>>>);
static_assert(!ct::scalar<ct::tile<double, ct::shape<1, 1>>>);
// integral and pointer tiles
static_assert(ct::integral_tile<int> && ct::integral_tile<ct::tile<int, ct::shape<4>>>);
static_assert(ct::pointer_tile<double*> && ct::pointer_tile<ct::tile<double*, ct::shape<8>>>);
static_assert(!ct::pointer_tile<int> && !ct::integral_tile<double*>);

extern "C" __tile_global__ void test(int* out) {
    auto x = ct::iota<ct::tile<int, ct::shape<4, 2>>>();
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 2; ++column) {
            out[2 * row + column] = static_cast<int>(ct::extract(x, ct::shape<1, 1>{}, row, column));
        }
    }
}
