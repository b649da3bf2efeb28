// case: from_array
// spec: CUDA 13.5: tile of a constant array
// rows: 13.5-20..21
// refuses: 13.5-20
// arg: out i32[30]
// arg: out f32[4]
// expect: [1, 2, 3, 4, 10, 20, 30, 40, 1, 2, 3, 44, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 1, 1, 0, -1, 9, 8]
// expect: [0.5, -1, 2.5, 3]
// note: 300 converted to a signed char is 44.
#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <class E, size_t... D>
using T = ct::tile<E, ct::shape<D...>>;
using Ints = int const (&)[4];
using Longs = long long const (&)[4];
static_assert(__is_constructible(T<int, 4>, Ints) && __is_convertible(Ints, T<int, 4>) && __is_convertible(Ints, T<long long, 4>));
// A conversion that narrows is explicit; the lengths are the shape; pointers have no conversion.
static_assert(__is_constructible(T<int, 4>, Longs) && !__is_convertible(Longs, T<int, 4>));
static_assert(!__is_constructible(T<int, 2>, Ints) && !__is_constructible(T<int, 4, 1>, Ints) && !__is_constructible(T<int*, 4>, Ints));

constexpr signed char table[2][2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};

extern "C" __tile_global__ void test(int* out, float* floats) {
    auto four = ct::iota<T<int, 4>>();
    T<int, 4> a = {{1, 2, 3, 4}};
    T<int, 2, 2> b{{{10, 20}, {30, 40}}};
    ct::store(out + four, a);
    ct::store(out + 4 + ct::iota<T<int, 2, 2>>(), b);
    static constexpr int c[4] = {1, 2, 3, 300};
    T<signed char, 4> d(c);
    ct::store(out + 8 + four, ct::element_cast<int>(d));
    T<int, 2, 2, 2> e(table);
    ct::store(out + 12 + ct::iota<T<int, 2, 2, 2>>(), e);
    ct::tile f{c};
    static_assert(__is_same(decltype(f), T<int, 4>));
    ct::store(out + 20 + four, ct::select(four < 3, f, ct::full<T<int, 4>>(4)));
    constexpr int g[1][2][1][2] = {{{{1, 1}}, {{0, -1}}}};
    ct::tile h{g};
    static_assert(__is_same(decltype(h), T<int, 1, 2, 1, 2>));
    ct::store(out + 24 + ct::iota<decltype(h)>(), h);
    constexpr short i[1][1][1][2][1] = {{{{{9}, {8}}}}};
    ct::tile j{i};
    static_assert(__is_same(decltype(j), T<short, 1, 1, 1, 2, 1>));
    ct::store(out + 28 + ct::iota<T<int, 1, 1, 1, 2, 1>>(), ct::element_cast<int>(j));
    ct::store(floats + four, T<float, 4>{{0.5f, -1.0f, 2.5f, 3.0f}});
}
