// case: binding_range_of_classes
// spec: [dcl.struct.bind]/1
// accept: the static assertions hold
struct S {
    int v;
    constexpr S(int v) : v(v) {}
    constexpr S(const S &o) : v(o.v + 10) {}
};
constexpr int f() {
    S m[2][2] = {{1, 2}, {3, 4}};
    int s = 0;
    for (auto [a, b] : m)
        s += a.v;
    return s;
}
static_assert(f() == 24);
extern "C" __tile_global__ void test(int *p) {}
