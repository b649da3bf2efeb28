// case: static_assert_fails
// spec: [dcl.pre]/10
// reject: E0315 the condition is false
template <int N> __tile__ int f() {
    static_assert(N % 2 == 0, "N must be even");
    return N;
}

extern "C" __tile_global__ void test(int* out) { *out = f<3>(); }
