// case: powers
// spec: CUDA 13.5: pow, powi
// rows: 13.5-16..17
// refuses: 13.5-16..17
// arg: f32[8] = [1, 2, 3, -2, -2, 0.5, 10, 0]
// arg: i32[8] = [0, 3, -1, 3, 2, -2, 1, 0]
// arg: out f32[32]
// expect: [1, 8, 0x1.555556p-2, -8, 4, 4, 10, 1, 1, 4, 9, 4, 4, 0.25, 100, 0, 1, 2, 1, 2, 2, 1, 2, 1, 1, 8, 0x1.555556p-2, -8, 4, 4, 10, 1]
// compare: ulp 2
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class B, class E>
concept has_pow = requires(B b, E e) { ct::pow(b, e); };
template <class B, class E>
concept has_powi = requires(B b, E e) { ct::powi(b, e); };
static_assert(has_pow<float, int> && has_pow<double, unsigned char> && !has_pow<int, float> && !has_pow<int, int>);
static_assert(has_powi<float, int> && has_powi<double, bool> && has_powi<float, signed char>);
static_assert(!has_powi<float, unsigned> && !has_powi<float, long long> && !has_powi<float, float> && !has_powi<int, int>);
static_assert(!has_powi<ct::tile<float, ct::shape<4>>, ct::tile<int, ct::shape<8>>>);

extern "C" __tile_global__ void test(float const* p, int const* q, float* out) {
    auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
    auto b = ct::load(p + i);
    auto e = ct::load(q + i);
    auto r = ct::powi(b, e);
    static_assert(__is_same(decltype(r), ct::tile<float, ct::shape<8>>));
    ct::store(out + i, r);
    ct::store(out + 8 + i, ct::powi(b, static_cast<signed char>(2)));
    // A bool is 0 or 1, a scalar base broadcasts.
    ct::store(out + 16 + i, ct::powi(2.0f, e > 0));
    auto s = ct::pow(b, e);
    static_assert(__is_same(decltype(s), decltype(r)));
    ct::store(out + 24 + i, s);
}
