// case: conditional_no_common_type
// spec: [expr.cond]/7
// reject: E0512 a pointer and an integer have no common type
extern "C" __tile_global__ void test(int n, int* out) {
    auto x = n ? out : n;
    *out = 1;
}
