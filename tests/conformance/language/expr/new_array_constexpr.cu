// case: new_array_constexpr
// spec: [expr.const]/5
// accept: the static assertions hold
constexpr int f() {
    int *p = new int[4]{1, 2, 3};
    int r = p[0] + p[1] + p[2] + p[3];
    delete[] p;
    return r;
}
static_assert(f() == 6);
extern "C" __tile_global__ void test(int *p) {}
