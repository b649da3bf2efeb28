// case: new_constexpr
// spec: [expr.const]/5
// accept: the static assertions hold
constexpr int f() {
    int *p = new int(3);
    int r = *p;
    delete p;
    return r;
}
static_assert(f() == 3);
extern "C" __tile_global__ void test(int *p) {}
