// case: constant_after_lifetime
// spec: [expr.const]/5.8, [basic.life]
// reject: E0570 the object has ended
constexpr int const* dangling() {
    int local = 1;
    return &local;
}
static_assert(*dangling() == 1);

extern "C" __tile_global__ void test(int* out) { *out = 1; }
