// case: delete_null
// spec: [expr.const]/5
// accept: the static assertions hold
constexpr int f() {
    int *p = nullptr;
    delete p;
    return 1;
}
static_assert(f() == 1);
extern "C" __tile_global__ void test(int *p) {}
