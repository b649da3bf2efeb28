// case: long_bodies_instantiated
// spec: [implimits]
// reject: E0417 a thousand bodies of a thousand statements
#define TEN(x) x x x x x x x x x x

template <int N>
constexpr int chain(int x) {
    TEN(TEN(TEN(x += x * 3;)))
    if constexpr (N > 0) return chain<N - 1>(x);
    return x;
}
extern "C" __tile_global__ void test(int* out) { *out = chain<1000>(*out); }
