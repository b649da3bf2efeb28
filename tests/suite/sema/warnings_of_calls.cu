//@ check
// Comparisons, calls and addresses that are valid C++ and hardly meant.
#include <cstdio>
#include "cuda_tile.h"
namespace ct = cuda::tiles;

using row = ct::tile<int, ct::shape<128>>;
using numbers = ct::tile<float, ct::shape<128>>;

__tile_global__ void chained(float* p, bool* q, int lo, int hi, int at) {
    auto tile = ct::iota<row>();
    auto value = ct::zeros<numbers>();
    ct::store_masked(p + tile, value, lo <= tile < hi); //~ warning[E0562]: comparisons do not chain: this compares the truth of `lo <= tile`; help: `lo <= tile && tile < hi`
    q[0] = lo < at < hi; //~ warning[E0562]: comparisons do not chain
    q[1] = hi > at >= lo; //~ warning[E0562]: comparisons do not chain
    q[2] = (lo < at) < hi;
    q[3] = lo < at && at < hi;
    q[4] = lo < at == at < hi;
    q[5] = lo + at < hi;
    ct::store_masked(p + tile, value, lo <= tile && tile < hi);
}

__tile_global__ void assigned(int* p, int n) {
    int m;
    if (n = 0) p[0] = 1; //~ warning[E0569]: this condition is an assignment
    while ((m = n)) n = p[m];
    if (n == 0) p[1] = 1;
    if (int next = p[n]) p[2] = next;
    while (n >>= 1) p[3] = n;
    p[4] = (n = 1) ? 2 : 3;
}

__tile_global__ void masks(float* p, bool* q, int* r, int n) {
    auto at = ct::iota<row>();
    auto x = ct::load_masked(p + at, -1.0e30f, at < n); //~ warning[E0568]: the mask is not `bool`, but the padding is
    x = ct::load_masked(p + at, at < n, -1.0e30f);
    x = ct::load_masked(p + at, at, 0.0f);
    ct::store_masked(r + at, at < n, at); //~ warning[E0568]: the mask is not `bool`, but the values are
    ct::store_masked(p + at, x, at < n);
    ct::store_masked(q + at, at < n, at);
    ct::store_masked(r + at, at, at < n);
}

struct Pair {
    int first;
    int second[4];
};

__tile__ const float* local_array() {
    float t[4] = {1, 2, 3, 4};
    return t; //~ warning[E0566]: this returns the address of the local variable `t`
}
__tile__ int* element(int n) {
    int t[4] = {1, 2, 3, 4};
    return &t[n]; //~ warning[E0566]: the address of the local variable `t`
}
__tile__ int& member(int n) {
    Pair pair{n, {}};
    return pair.second[1]; //~ warning[E0566]: a reference to the local variable `pair`
}
__tile__ const int& parameter(int n) { return n; } //~ warning[E0566]: a reference to the local variable `n`; help: by a return type without `&`
__tile__ int& passed(int& n) { return n; }
__tile__ int* passed_pointer(Pair& pair) { return &pair.second[2]; }
__tile__ const float* constants() {
    static constexpr float t[2] = {1, 2};
    return t;
}
__tile__ int value_of_element(int n) {
    int t[2] = {n, 1};
    return t[n];
}
__tile__ int* through(int* p) {
    int* q = p;
    return q + 1;
}

__tile_global__ void formats(const float* p, int n, long long wide, unsigned char small) {
    auto at = ct::iota<row>();
    printf("%d %f\n", n, p[0]);
    printf("%d%% %lld %llx %c %u\n", n, wide, wide, small, small);
    printf("%d %f\n", at, ct::zeros<numbers>());
    printf("% %\n", n, p[0]);
    printf("%s %p\n", "text", p);
    printf("%f\n", n); //~ warning[E0567]: `%f` prints a floating-point number, but `n` is `int`
    printf("%d\n", p[0]); //~ warning[E0567]: `%d` prints an `int`, but `p[0]` is `float`
    printf("%5d|%08x\n", wide, wide); //~ warning[E0567]: `%5d` prints an `int`, but `wide` is `long long` //~ warning[E0567]: `%08x` prints an `int`
    printf("%lld\n", n); //~ warning[E0567]: `%lld` prints an integer of 64 bits, but `n` is `int`
    printf("%f\n", at); //~ warning[E0567]: `%f` prints a floating-point number, but `at` is `tile<int, 128>`
    printf("%d\n", p); //~ warning[E0567]: `%d` prints an `int`, but `p` is `const float*`
    printf("p[%d] = %f\n", p[n]); //~ warning[E0567]: `%f` has no argument: the format has 2 conversions, but 1 value follows
    printf("n\n", n); //~ warning[E0567]: this argument is not printed: the format has no conversions
}

struct Sums {
    numbers low;
    float high;
};
struct Empty {};

__tile__ float used(Sums sums) { return sums.high; }
__tile__ int tagged(Empty) { return 1; }

__tile_global__ void accumulators(const float* in, float* out, int n) {
    auto at = ct::iota<row>();
    numbers acc;
    for (int i : ct::irange(0, n)) acc = acc + ct::load(in + i * 128 + at); //~ warning[E0536]: the variable `acc` is read before it has a value
    Sums sums;
    out[0] = sums.high; //~ warning[E0536]: the variable `sums` is read before it has a value
    Sums other;
    out[1] = used(other); //~ warning[E0536]: the variable `other` is read before it has a value
    Sums filled;
    filled.high = 1;
    out[2] = filled.high;
    Empty tag;
    out[3] = tagged(tag);
    numbers later;
    later = acc;
    numbers maybe;
    if (n > 0) maybe = acc;
    ct::store(out + at, later + maybe);
    numbers set_in_loop;
    for (int i : ct::irange(0, n)) {
        if (i > 0) ct::store(out + at, set_in_loop);
        set_in_loop = acc;
    }
}

__tile_global__ void bits(int* p, bool* q, int n, int m) {
    auto lane = ct::iota<row>();
    if (n & 1 == 0) p[0] = 1; //~ warning[E0573]: `1 == 0` is compared first
    if (n != 0 | m) p[1] = 1; //~ warning[E0573]: `n != 0` is compared first
    auto odd = ct::select(lane & 1 == 0, lane, -lane); //~ warning[E0573]: `1 == 0` is compared first
    if ((n & 1) == 0) p[2] = 1;
    if (n < m & m < 5) p[3] = 1;
    if (q[0] & n < m) p[4] = 1;
    auto mask = lane < n & lane > m;
    ct::store_masked(p + lane, odd, mask);
}

__tile_global__ void limits(int* p, unsigned n, int m) {
    for (unsigned i = n - 1; i >= 0; --i) { //~ warning[E0574]: this is always true: `i` is `unsigned`
        p[i] = 1;
        if (p[i]) break;
    }
    if (n < 0) p[0] = 1; //~ warning[E0574]: this is always false: `n` is `unsigned`
    for (int i = m; i >= 0; --i) p[i] = 1;
    if (n > 0) p[1] = 1;
    if (static_cast<int>(n) < 0) p[2] = 1;
    if ((signed char)n >= 0) p[3] = 1;
    if (n - 1 >= 0) p[4] = 1; //~ warning[E0574]: this is always true: `n - 1` is `unsigned`, which has no negative values
    if (0 > n + m) p[5] = 1; //~ warning[E0574]: this is always false: `n + m` is `unsigned`
    if (m - 1 >= 0 && 0 <= m) p[6] = 1;
    if (static_cast<long long>(n) - 1 >= 0) p[7] = 1;
}

template <int N> __tile_global__ void numbered(int* p) {
    auto block = ct::bid().x;
    if (block - N < 0) p[0] = 1; //~ warning[E0574]: this is always false: `block - N` is `unsigned`
    if (ct::bid().x >= 0) p[1] = 1; //~ warning[E0574]: this is always true: `ct::bid().x` is `unsigned`
}
template __tile_global__ void numbered<4>(int*);

template <class T> __tile_global__ void typed(int* p, T n) {
    if (n - 1 >= 0 && n >= 0) p[0] = 1;
}
template __tile_global__ void typed<unsigned>(int*, unsigned);

template <class T> __tile__ T wrapped(T x) { return x < 0 ? x + 10 : x; }
__tile_global__ void of_one_type(unsigned* p, unsigned n) { p[0] = wrapped(n); }

#define TESTS(a, b) (a & b == 0)
__tile_global__ void in_a_macro(int* p, int n) {
    if (TESTS(n, 1)) p[0] = 1;
}

template <class T> __tile__ void any_type(T* p, T n) {
    if (n >= 0) p[0] = n;
}

__tile_global__ void of_templates(int* p, unsigned* q, int m, unsigned n) {
    any_type(p, m);
    any_type(q, n);
}

struct Limits { int low = 1, high = 2; };

__tile_global__ void vexing(int* p) {
    Limits limits(); //~ warning[E0575]: `limits` is declared as a function without parameters
    Limits one{};
    Limits two;
    void none();
    int with_parameter(int);
    extern int declared_elsewhere();
    int& reference();
    p[0] = one.low + two.high;
}

__tile_global__ void counted(float* p, int* q) {
    auto x = ct::load(p + ct::iota<row>());
    q[0] = static_cast<int>(ct::reshape(ct::sum<0>(x > 0.0f), ct::shape<>{})); //~ warning[E0576]: the sum of `bool` elements is a `bool`
    q[1] = static_cast<int>(ct::reshape(ct::sum<0>(ct::element_cast<int>(x > 0.0f)), ct::shape<>{}));
    q[2] = static_cast<int>(ct::reshape(ct::any_of<0>(x > 0.0f), ct::shape<>{}));
}
