// case: constant_shift_too_far
// spec: [expr.shift]/1
// reject: E0570 the amount is the width
extern "C" __tile_global__ void test(int* out) {
    constexpr int r = 1 << 32;
    *out = r;
}
