// case: binding_array_rvalue_ref
// spec: [dcl.struct.bind]/1
// accept: the static assertions hold
constexpr int f() {
    int r[2] = {1, 2};
    auto &&[x, y] = r;
    x = 3;
    return r[0] + y;
}
static_assert(f() == 5);
extern "C" __tile_global__ void test(int *p) {}
