// case: outputs_and_strings
// spec: CUDA 13.5: --tile-preview=simt
// rows: 13.5-43 13.5-44
// flags: --tile-preview=simt
// arg: out i32[8]
// expect: [104, 105, 0, 3, 1, 2, 3, 12]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <class... T> using outputs = ct::experimental::multi_outputs<T...>;
static_assert(sizeof(outputs<char>) == 1 && sizeof(outputs<char, int, char, double, char>) == 32);
static_assert(__is_same(decltype(outputs<char, int>::F1), int));
static_assert(__is_same(decltype(outputs<char, int, char, double, float>::F4), float));

template <ct::experimental::fixedString S> struct named {
    static constexpr int size = sizeof(S.data);
};
static_assert(__is_same(named<"hi">, named<"hi">) && !__is_same(named<"hi">, named<"ho">));
static_assert(__is_same(decltype(ct::experimental::fixedString{"hi"}), ct::experimental::fixedString<3>));

template <ct::experimental::fixedString S> __tile__ int at(int i) { return S.data[i]; }

extern "C" __tile_global__ void test(int* out) {
    for (int i = 0; i < 3; ++i)
        out[i] = at<"hi">(i);
    out[3] = named<"hi">::size;
    outputs<int, char, ct::tile<int, ct::shape<>>> all{1, 2, 3};
    out[4] = all.F0;
    out[5] = all.F1;
    out[6] = static_cast<int>(all.F2);
    outputs<int, int, int, int, int> five{1, 2, 3, 4, 12};
    out[7] = five.F4;
}
