// case: example_integral_scalars
// spec: 1.4 Scalars (examples)
// arg: out i64[6]
// expect: [-1, 4294967295, -1, 4294967295, -1, 1]
// note: each of the listed types as the element of a tile; -1 converts to the numeric value that it has in the type.
#include <cstddef>
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <class T>
constexpr bool integral = ct::integral_scalar<T>;
static_assert(integral<char> && integral<unsigned int> && integral<long long> && integral<char32_t> && integral<wchar_t> && integral<bool>);
static_assert(integral<char const> && integral<long volatile> && !integral<float>);
static_assert(!integral<std::byte>); // an enumeration is not integral

extern "C" __tile_global__ void test(long long* out) {
    auto widened = [](auto x) {
        auto tile = ct::full<ct::tile<decltype(x), ct::shape<2>>>(x);
        return static_cast<long long>(ct::reduce_max(ct::element_cast<long long>(tile), ct::integral_constant<0>{}));
    };
    out[0] = widened(char(-1));
    out[1] = widened(0u - 1);
    out[2] = widened(-1ll);
    out[3] = widened(char32_t(-1));
    out[4] = widened(wchar_t(-1));
    out[5] = widened(bool(-1));
}
