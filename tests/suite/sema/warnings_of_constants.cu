//@ check
// Constants that make an operation undefined, and members that are read before they are initialised.
#include "cuda_tile.h"
namespace ct = cuda::tiles;

using row = ct::tile<int, ct::shape<64>>;

template <int N> __tile_global__ void shifts(int* p, unsigned* q, int n) {
    auto x = ct::load(p + ct::iota<row>());
    if (N > 32) x = x >> N; //~ warning[E0577]: a shift of 32-bit elements by 64 is undefined
    if constexpr (N > 64) x = x << N;
    x = x << (N & 31);
    x = x << 32; //~ warning[E0577]: a shift of 32-bit elements by 32 is undefined; help: shift by 0 to 31
    auto high = ct::element_cast<signed char>(x) >> 8; //~ warning[E0577]: a shift of 8-bit elements by 8; help: `ct::element_cast<signed char>(x >> 8)`
    auto wide = ct::element_cast<long long>(x) << 32;
    auto narrow = ct::element_cast<signed char>(x) >> static_cast<signed char>(8); //~ warning[E0577]: a shift of 8-bit elements by 8
    for (int s = 64; s > 0; s /= 2) p[s] = s < 32 ? n << s : 0;
    q[0] = 1u << 32; //~ warning[E0577]: a shift of `unsigned` by 32 is undefined
    p[n] = n >> -1; //~ warning[E0577]: a shift of `int` by -1 is undefined
    p[1] = 1 << 31;
    p[2] = static_cast<int>(1LL << 40);
    q[1] = static_cast<unsigned>(p[0] * 2ull) >> 32; //~ warning[E0577]: a shift of `unsigned` by 32 is undefined; help: `static_cast<unsigned>((p[0] * 2ull) >> 32)`
    p[3] <<= 33; //~ warning[E0577]: a shift of `int` by 33 is undefined
    p[4] = N < 32 ? 1 << (N & 31) : 0;
    p[5] = ct::sum<0>(x) + static_cast<int>(ct::sum<0>(wide)) + ct::sum<0>(narrow + high);
}
template __tile_global__ void shifts<8>(int*, unsigned*, int);
template __tile_global__ void shifts<64>(int*, unsigned*, int);

__tile_global__ void parts(int* p) {
    auto x = ct::reshape(ct::load(p + ct::iota<row>()), ct::shape<4, 16>{});
    auto first = ct::extract(x, ct::shape<4, 8>{}, 0, 1);
    auto second = ct::extract(x, ct::shape<4, 8>{}, 0, 8); //~ warning[E0577]: index 8 is outside: axis 1 of the tile has 2 parts of this shape
    for (int i = 0; i < 4; ++i) p[i] = ct::sum<0>(ct::reshape(ct::extract(x, ct::shape<1, 16>{}, i, 0), ct::shape<16>{}));
    x = ct::insert(x, first, 1, 0); //~ warning[E0577]: index 1 is outside: axis 0 of the tile has 1 part of this shape
    x = ct::insert(x, first, 0, 1);
    p[5] = ct::sum<0>(ct::reshape(x, ct::shape<64>{})) + ct::sum<0>(ct::reshape(second, ct::shape<32>{}));
}

__tile_global__ void ranges(int* p, int n) {
    for (auto i : ct::irange(n, 0, -1)) p[i] = 0; //~ warning[E0577]: the step of an irange must be positive; help: `for (auto i = n; i > 0; --i)` counts down
    for (auto i : ct::irange(0, n, 2)) p[i] = 0;
}

struct Geometry {
    int stride;
    int width;
    int height{1};
    __tile__ Geometry(int cols) : width(cols + 2), stride(width * 4) {} //~ warning[E0578]: `stride` is initialised before `width`, which its initialiser reads
    __tile__ Geometry(int width, bool) : stride(width * 4), width(width) {}
    __tile__ Geometry(int rows, int cols) : stride(cols), width(stride + rows), height(width) {}
};

__tile_global__ void members(int* p, int n) {
    p[0] = Geometry(n).stride + Geometry(n, true).width + Geometry(n, n).height;
}

template <class T> __tile__ unsigned high(T x) {
    if (sizeof(T) == 8 && x > 3) return x >> 32;
    while (sizeof(T) == 8) x = x >> 33;
    return 0;
    return x << 40;
}

__tile_global__ void promoted(unsigned char* c, short* s, int* p, unsigned* q, int n) {
    c[0] <<= 10;
    s[0] >>= 20;
    q[0] = high(q[1]);
    auto range = ct::irange(0, n, 3);
    p[0] = *range.begin();
}

struct Pair {
    int a, b;
    int* first;
    int values[4];
    int size;
    __tile__ Pair(const Pair& o) : a(o.b), b(o.a), first(values), size(o.size) {}
    __tile__ Pair(int n) : a(sizeof(size)), b(n), first(&size), size(n) {}
    __tile__ Pair(int n, int m) : a(b), b(n), first(nullptr), size(m) {} //~ warning[E0578]: `a` is initialised before `b`
};

__tile_global__ void pairs(int* p, int n) {
    Pair one(n), two(n, n), three(one);
    p[0] = one.a + two.b + three.size;
}

__tile__ auto affine(float scale, float offset) {
    return [&](float x) { return scale * x + offset; }; //~ warning[E0566]: this returns an object that refers to the local variable `scale`
}
__tile__ auto copied(float scale, float offset) {
    return [=](float x) { return scale * x + offset; };
}
__tile__ auto of_caller(const float& scale) {
    return [&](float x) { return scale * x; };
}

__tile_global__ void lambdas(float* p) {
    p[0] = affine(p[1], p[2])(p[3]) + copied(p[1], p[2])(p[3]) + of_caller(p[4])(p[3]);
    [[cutile::hint(0, occupancy = 4)]] //~ warning[E0530]: a loop or a branch has no hints
    for (int i = 0; i < 4; ++i) p[i] = 0;
}
