// case: static_assert_not_constant
// spec: [dcl.pre]/10
// reject: E0570 the condition is not a constant
extern "C" __tile_global__ void test(int n, int* out) {
    static_assert(n > 0);
    *out = n;
}
