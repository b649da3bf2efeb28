// case: binding_in_if
// spec: [dcl.struct.bind]/1
// accept: the static assertions hold
constexpr int f() {
    struct P {
        int a, b;
    };
    if (auto [x, y] = P{1, 2}; x < y)
        return y;
    return 0;
}
static_assert(f() == 2);
extern "C" __tile_global__ void test(int *p) {}
