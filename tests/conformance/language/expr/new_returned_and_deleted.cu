// case: new_returned_and_deleted
// spec: [expr.const]/5
// accept: the static assertions hold
constexpr int *mk(int v) { return new int(v); }
constexpr int f() {
    int *p = mk(3);
    int r = *p;
    delete p;
    return r;
}
static_assert(f() == 3);
extern "C" __tile_global__ void test(int *p) {}
