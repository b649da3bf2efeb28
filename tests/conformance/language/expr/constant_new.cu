// case: constant_new
// spec: [expr.const]/5.18, tile: 1.1
// reject: E0570 tile code has no allocation, not even a transient one
constexpr int boxed(int n) {
    int* p = new int(n);
    int v = *p;
    delete p;
    return v;
}
static_assert(boxed(3) == 3);

extern "C" __tile_global__ void test(int* out) { *out = 1; }
