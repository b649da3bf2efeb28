// case: throw_in_tile_code
// spec: [expr.throw], tile: 1.1
// reject: E0550 tile code has no exceptions
extern "C" __tile_global__ void test(int n, int* out) {
    if (n < 0) throw n;
    *out = 1;
}
