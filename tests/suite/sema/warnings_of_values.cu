//@ check
//@ flags: -Wall
// Values that are lost, missing on one way, or of elements that are not there.
#include "cuda_tile.h"
namespace ct = cuda::tiles;
using T = ct::tile<float, ct::shape<8>>;
using I = ct::tile<int, ct::shape<8>>;

enum class mode { low, high };

__tile_global__ void skipped(float* p, int n) {
    float a, b, c, d, e = 0;
    if (n == 1) a = 1;
    else if (n == 2) a = 2;
    p[0] = a; //~ warning[E0579]: the variable `a` has no value here if `n == 2` is false
    if (n > 1) b = 1;
    if (n > 1) p[1] = b;
    if (n > 1) c = 1;
    else return;
    p[2] = c;
    for (int i = 0; i < n; ++i) {
        if (i == 0) d = 1;
        p[i] = d;
    }
    if (n > 5) e = 2;
    p[3] = e;
}

__tile_global__ void skipped_tiles(float* p, int n, mode m) {
    T x, y, z;
    if (n > 0) {
        if (n > 1) x = ct::load(p + ct::iota<I>());
        else if (n > 2) x = ct::full<T>(1.0f);
        else __builtin_unreachable();
        ct::store(p + ct::iota<I>(), x);
    }
    if (n < 0) y = ct::full<T>(2.0f);
    ct::store(p + ct::iota<I>(), y); //~ warning[E0579]: the variable `y` has no value here if `n < 0` is false
    switch (m) {
    case mode::low: z = ct::full<T>(0.0f); break;
    case mode::high: z = ct::full<T>(1.0f); break;
    }
    ct::store(p + ct::iota<I>(), z);
}

template <int N> __tile__ float chosen(int n) {
    float x;
    if (N > 2) x = 1;
    if (n < 0 || N > 3) x = 2;
    return x;
}

__tile_global__ void constants(float* p) { p[0] = chosen<4>(1); }

__tile_global__ void quotients(float* p, int n, unsigned u) {
    float a = 1 / n; //~ warning[E0592]: `1 / n` is a division of integers: its fraction is lost before the conversion to `float`
    double b = 3 / u; //~ warning[E0592]: `3 / u` is a division of integers
    float c = 1 / 2; //~ warning[E0592]: `1 / 2` is a division of integers
    float d = 4 / 2;
    float e = n / 2;
    float f = static_cast<float>(1 / n);
    int g = 1 / n;
    float h = 1.0f / n;
    p[0] = a + static_cast<float>(b) + c + d + e + f + g + h;
}

template <int N> __tile__ void turns(int* p) {
    for (int i = 0; i < N; ++i) p[i] = 0;
    for (int i = 0; i < N - 1; ++i) p[i] += 1;
}

__tile_global__ void loops(int* p, int n) {
    for (int i = 7; i < 0; --i) p[i] = i; //~ warning[E0593]: the loop never runs: `i` begins with 7, so `i < 0` is false
    for (int i = 0; i > 8; ++i) p[i] = i; //~ warning[E0593]: the loop never runs: `i` begins with 0, so `i > 8` is false
    for (int i = 7; i >= 0; --i) p[i] = i;
    for (int i = 0; i < 1; ++i) p[i] = i;
    for (int i = 0; i != n; ++i) p[i] = i;
    for (int i = 0, j = 3; i < j; ++i) p[i] = j;
    turns<0>(p);
    turns<1>(p);
    int k = 4;
    k += n;
    while (k < 2) p[k++] = 0;
    do p[0] = n; while (n < 0);
}

struct Row {
    int values[4];
    int rest[1];
};

__tile_global__ void elements(int* p, int n) {
    T part[4];
    int line[3] = {n, 1, 2};
    Row row{};
    for (int i = 0; i < 4; ++i) part[i] = ct::full<T>(1.0f);
    ct::store(ct::iota<I>() + reinterpret_cast<float*>(p), part[3] + part[4]); //~ warning[E0577]: index 4 is outside: `part` has 4 elements
    for (int i = 0; i < n; ++i) {
        p[i] = line[-1]; //~ warning[E0577]: index -1 is outside: `line` has 3 elements
        p[i] += row.values[4]; //~ warning[E0577]: index 4 is outside: `row.values` has 4 elements
        p[i] += row.rest[1];
        int* end = &line[3];
        for (int* at = line; at != end; ++at) p[i] += *at;
    }
    if constexpr (sizeof(line) > 12) p[0] = line[3];
}

__tile_global__ void products(const float* p, float* q) {
    using Square = ct::tile<float, ct::shape<16, 16>>;
    auto x = ct::reshape(ct::load(p + ct::iota<ct::tile<int, ct::shape<256>>>()), ct::shape<16, 16>{});
    auto acc = ct::zeros<Square>();
    ct::mma(x, x, acc); //~ warning[E0594]: the value of `ct::mma(x, x, acc)` is not used; help: `acc = ct::mma(x, x, acc)`
    ct::mma(x, x, ct::zeros<Square>()); //~ warning[E0594]: is not used; help: use the value, or remove the statement
    ct::assume_aligned(p, ct::integral_constant<16>{}); //~ warning[E0532]: is not used: the assumption holds for the result; help: `p = ct::assume_aligned(p, ct::integral_constant<16>{})`
    ct::store(ct::reshape(q + ct::iota<ct::tile<int, ct::shape<256>>>(), ct::shape<16, 16>{}), acc);
}

struct Logger {
    int* p;
    __tile__ int operator()(int n) const { return *p = n; }
};
__tile__ int noted(int* p, int n) { return *p = n; }

__tile_global__ void values(float* p, int* q, int n) {
    auto x = ct::load(p + ct::iota<I>());
    ct::min(x, 1.0f); //~ warning[E0594]: the value of `ct::min(x, 1.0f)` is not used
    x + 1.0f; //~ warning[E0594]: the value of `x + 1.0f` is not used; help: `x = x + 1.0f`
    ct::sum<0>(x); //~ warning[E0594]: the value of `ct::sum<0>(x)` is not used; help: use the value, or remove the statement
    n + 1; //~ warning[E0594]: the value of `n + 1` is not used
    n == 2; //~ warning[E0594]: the value of `n == 2` is not used; help: `==` compares, `=` assigns: `n = 2`
    x == x + 1.0f; //~ warning[E0594]: the value of `x == x + 1.0f` is not used; help: `x = x + 1.0f`
    (void)ct::max(x, 1.0f);
    (void)n;
    ct::atomic_add(q, 1, ct::memory_order_relaxed_t{});
    ct::load(p + ct::iota<I>());
    noted(q, n);
    Logger{q}(n);
    x = x + 1.0f;
    n++;
    n > 0 && noted(q, 2);
    int k = ({ n + 1; });
    p[0] = k;
    ct::store(p + ct::iota<I>(), x);
}

// What looks like these and is not.
struct Counter {
    int n = 0;
    __tile__ int next() { return ++n; }
};

#define CHECKED(x) ({ int e_ = (x); e_; })
#define LEAVE_UNLESS(c) do { if (!(c)) return; } while (0)
#define UNROLL 0

__tile_global__ void effects(int* p, int n) {
    auto range = ct::irange(0, n);
    auto it = range.begin();
    it++;
    ++it;
    Counter counter;
    counter.next();
    CHECKED(n);
    p[0] = *it + counter.n;
}

__tile_global__ void first_values(int* p, int n) {
    int i = 0;
    if ((i = n)) while (i > 0) p[--i] = 0;
    for (unsigned u = -1; u > 5; u -= 1000000000) p[0] += 1;
    int j = -1;
    while (j > 5u) { p[1] = j; j = 0; }
    volatile int k = 0;
    while (k > 0) p[2] = 0;
    for (int a = 0; a < UNROLL; ++a) p[a] = a;
}

template <int W> __tile__ float part() { return 1024 / W; }
enum { lanes = 32 };
__tile_global__ void exact(float* p, int n) {
    constexpr int block = 32;
    const int rows = 4;
    float a = 1024 / block, b = 128 / lanes, c = 100 / sizeof(int), d = 128 / (4 * 4), e = 128 / rows, f = 0 / n;
    p[0] = a + b + c + d + e + f + part<4>();
}

template <int N> constexpr int rank() { return N; }
template <int N> __tile__ int ranked(const int* a) {
    int s = a[0];
    int line[2] = {a[0], a[1]};
    if (rank<N>() > 2) s += line[2];
    bool more = N > 3;
    if (more) s += line[3];
    return s;
}
template <int N> __tile__ int left_early(const int* a) {
    int line[2] = {a[0], a[1]};
    if (N <= 3) return line[1];
    return line[3];
}
__tile_global__ void constant_ranks(int* p) { p[0] = ranked<2>(p) + left_early<3>(p); }

__tile_global__ void other_exits(float* p, int n) {
    float x, y, z, w;
    if (n > 1) x = 1;
    LEAVE_UNLESS(n > 1);
    p[0] = x;
    bool ok = false;
    if (n > 2) { y = 1; ok = true; }
    if (!ok) return;
    p[1] = y;
    if (n > 3) z = 1;
    if (n <= 3) z = 2;
    p[2] = z;
    if (n > 4) w = 1;
    while (n <= 4) return;
    p[3] = w;
}
