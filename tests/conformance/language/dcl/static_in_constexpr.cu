// case: static_in_constexpr
// spec: [dcl.constexpr]/3
// reject: E0323 `n` has static storage, which a variable of a `constexpr` fu
constexpr int f(int i) {
    static int n = 0;
    return n + i;
}
extern "C" __tile_global__ void test(int *p) { p[0] = f(1); }
