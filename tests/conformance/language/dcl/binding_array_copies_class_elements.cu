// case: binding_array_copies_class_elements
// spec: [dcl.struct.bind]/1
// accept: the static assertions hold
struct S {
    int v;
    constexpr S(int v) : v(v) {}
    constexpr S(const S &o) : v(o.v + 10) {}
};
constexpr int f() {
    S r[2] = {1, 2};
    auto [x, y] = r;
    return x.v * 100 + y.v;
}
static_assert(f() == 1112);
extern "C" __tile_global__ void test(int *p) {}
