// case: constant_missing_return
// spec: [stmt.return]/2, [expr.const]/5.8
// reject: E0570 flows off the end
constexpr int sign(int n) {
    if (n > 0) return 1;
    if (n < 0) return -1;
}
static_assert(sign(0) == 0);

extern "C" __tile_global__ void test(int* out) { *out = 1; }
