// case: binding_array_paren
// spec: [dcl.struct.bind]/1
// accept: the static assertions hold
constexpr int f() {
    int r[2] = {1, 2};
    auto [x, y](r);
    return x + y;
}
static_assert(f() == 3);
extern "C" __tile_global__ void test(int *p) {}
