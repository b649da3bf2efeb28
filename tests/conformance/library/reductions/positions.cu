// case: positions
// spec: CUDA 13.4: max_element, min_element, tile::index_type
// rows: 13.4-86..88
// refuses: 13.4-86..87
// arg: f32[8] = [1, 9, 3, 9, -1, -4, -2, -8]
// arg: i32[4] = [7, -7, 7, -7]
// arg: out u32[18]
// expect: [1, 0, 0, 3, 0, 0, 0, 0, 1, 1, 1, 1, 0, 1, 2, 0, 0, 0]
// note: of equal elements the first; of negative zero and zero, which are equal, too.
#include "cuda_fp8.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

template <auto D, class T>
concept has_max = requires(T x) { ct::max_element<D>(x); };
template <auto D, class T>
concept has_min = requires(T x) { ct::min_element<D>(x); };
using T = ct::tile<float, ct::shape<2, 4>>;
static_assert(has_max<1, T> && !has_max<2, T> && !has_max<-1, T> && !has_max<0, float>);
static_assert(has_min<1, T> && !has_min<2, T> && !has_min<0, ct::tile<__nv_fp8_e4m3, ct::shape<8>>>);
static_assert(__is_same(T::index_type, unsigned));

extern "C" __tile_global__ void test(float const* p, int const* q, unsigned* out) {
    auto x = ct::load(p + ct::iota<ct::tile<int, ct::shape<2, 4>>>());
    auto columns = ct::iota<ct::tile<int, ct::shape<1, 4>>>();
    auto rows = ct::iota<ct::tile<int, ct::shape<2, 1>>>();
    auto m = ct::max_element<1>(x);
    static_assert(__is_same(decltype(m), ct::tile<unsigned, ct::shape<2, 1>>));
    ct::store(out + rows, m);
    ct::store(out + 2 + rows, ct::min_element(x, 1_ic));
    ct::store(out + 4 + columns, ct::max_element(x, 0_ic));
    ct::store(out + 8 + columns, ct::min_element<0>(x));
    auto y = ct::load(q + ct::iota<ct::tile<int, ct::shape<4>>>());
    auto one = ct::iota<ct::tile<int, ct::shape<1>>>();
    ct::store(out + 12 + one, ct::max_element<0>(y));
    ct::store(out + 13 + one, ct::min_element<0>(y));
    // Of bool the first that is true.
    ct::store(out + 14 + one, ct::max_element<0>(ct::iota<ct::tile<int, ct::shape<4>>>() > 1));
    auto zeros = ct::zeros<ct::tile<float, ct::shape<4>>>();
    ct::store(out + 15 + one, ct::max_element<0>(-zeros));
    ct::store(out + 16 + one, ct::min_element<0>(ct::select(ct::iota<ct::tile<int, ct::shape<4>>>() == 2, -zeros, zeros)));
    ct::store(out + 17 + one, ct::max_element<0>(ct::ones<ct::tile<int, ct::shape<1>>>()));
}
