// case: new_dynamic_length
// spec: [expr.const]/5
// accept: the static assertions hold
constexpr int f(int n) {
    int *p = new int[n]{};
    int r = 0;
    for (int i = 0; i < n; ++i) {
        p[i] = i;
        r += p[i];
    }
    delete[] p;
    return r;
}
static_assert(f(4) == 6);
extern "C" __tile_global__ void test(int *p) {}
