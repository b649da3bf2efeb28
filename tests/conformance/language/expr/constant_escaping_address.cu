// case: constant_escaping_address
// spec: [expr.const]/11
// reject: E0570 a local has no address at compile time
extern "C" __tile_global__ void test(int* out) {
    int n = 1;
    constexpr int* p = &n;
    *out = *p;
}
