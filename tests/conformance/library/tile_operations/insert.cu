// case: insert
// spec: CUDA 13.5: insert
// rows: 13.5-15
// refuses: 13.5-15
// arg: i32 = 1
// arg: out i32[25]
// expect: [0, 1, 2, 3, 4, 5, 6, 7, 7, -1, 10, 11, 9, 1, 14, 15, 0, 0, 3, 0, 0, 0, 0, 0, 5]
// note: the index counts parts: part (1, 0) of 2x2 begins at row 2.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class T, class Part, class... I>
concept inserts = requires(T x, Part y, I... i) { ct::insert(x, y, i...); };
using T = ct::tile<int, ct::shape<4, 4>>;
static_assert(inserts<T, ct::tile<short, ct::shape<2, 1>>, int, size_t> && inserts<T, ct::tile<int, ct::shape<1, 1>>, int, int>);
static_assert(!inserts<T, ct::tile<int, ct::shape<8, 2>>, int, int> && !inserts<T, ct::tile<int, ct::shape<2>>, int>);
static_assert(!inserts<T, ct::tile<int, ct::shape<2, 2>>, int> && !inserts<T, ct::tile<long long, ct::shape<2, 2>>, int, int>);
static_assert(!inserts<T, ct::tile<float, ct::shape<2, 2>>, int, int> && !inserts<T, ct::tile<int, ct::shape<2, 2>>, int, int*>);

extern "C" __tile_global__ void test(int row, int* out) {
    auto x = ct::iota<T>();
    auto part = ct::element_cast<short>(7 - ct::iota<ct::tile<int, ct::shape<2, 2>>>() * 8);
    part = ct::select(part < static_cast<short>(-1), part + static_cast<short>(18), part);
    auto r = ct::insert(x, part, row, 0_ic);
    static_assert(__is_same(decltype(r), T));
    ct::store(out + ct::iota<T>(), r);
    auto line = ct::insert(ct::zeros<ct::tile<int, ct::shape<8>>>(), ct::full<ct::tile<int, ct::shape<1>>>(3), 2u);
    ct::store(out + 16 + ct::iota<ct::tile<int, ct::shape<8>>>(), line);
    out[24] = ct::insert(4, 5);
}
