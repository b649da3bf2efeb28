// case: bool_shifts
// spec: CUDA 13.4: ~, << and >> of bool
// rows: 13.4-91..93
// refuses: 13.4-91..93
// arg: bool[4] = [false, true, false, true]
// arg: i32[4] = [0, 0, 1, 1]
// arg: out bool[16]
// expect: [true, false, true, false, false, true, false, false, false, true, false, false, false, false, false, true]
// note: a bit that is shifted by one leaves a bool; by nothing it stays.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

using B4 = ct::tile<bool, ct::shape<4>>;

template <class T, class U>
concept shifts_left = requires(T x, U y) { x << y; };
template <class T, class U>
concept shifts_right = requires(T x, U y) { x >> y; };
template <class T>
concept complements = requires(T x) { ~x; };
static_assert(shifts_left<B4, B4> && shifts_right<B4, int>);
static_assert(!shifts_left<B4, ct::tile<bool, ct::shape<8>>> && !shifts_right<B4, float> && !shifts_right<ct::tile<float, ct::shape<4>>, B4>);
static_assert(complements<B4> && !complements<ct::tile<float, ct::shape<4>>>);

extern "C" __tile_global__ void test(bool const* a, int const* n, bool* out) {
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto x = ct::load(a + i);
    auto amount = ct::load(n + i);
    static_assert(__is_same(decltype(~x), B4) && __is_same(decltype(x << amount), B4) && __is_same(decltype(x >> true), B4));
    ct::store(out + i, ~x);
    ct::store(out + 4 + i, x << amount);
    ct::store(out + 8 + i, x >> amount);
    // By bool; and of one element.
    ct::store(out + 12 + i, (x << ct::element_cast<bool>(1 - amount)) & (x >> false));
}
