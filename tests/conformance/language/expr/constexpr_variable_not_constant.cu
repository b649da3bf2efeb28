// case: constexpr_variable_not_constant
// spec: [dcl.constexpr]/10
// reject: E0570 n is known at run time only
extern "C" __tile_global__ void test(int n, int* out) {
    constexpr int m = n + 1;
    *out = m;
}
