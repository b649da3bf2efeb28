// case: constant_uninitialized
// spec: [expr.const]/5.11, [basic.indet]
// reject: E0570 reads an indeterminate value
constexpr int half() {
    int a[2];
    a[0] = 1;
    return a[0] + a[1];
}
static_assert(half() == 1);

extern "C" __tile_global__ void test(int* out) { *out = 1; }
