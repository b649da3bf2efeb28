// case: constant_endless_loop
// spec: [expr.const]/5.7, [implimits]
// reject: E0571 more steps than an evaluation may take
constexpr int spin(unsigned n) {
    while (n != 1) n += 2;
    return 0;
}
static_assert(spin(0) == 0);

extern "C" __tile_global__ void test(int* out) { *out = 1; }
