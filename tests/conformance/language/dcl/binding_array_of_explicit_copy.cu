// case: binding_array_of_explicit_copy
// spec: [dcl.struct.bind]/1
// accept: the static assertions hold
struct S {
    int v = 1;
    constexpr S() = default;
    explicit constexpr S(const S &s) : v(s.v + 1) {}
};
constexpr int f() {
    S r[2];
    auto [x, y](r);
    return x.v;
}
static_assert(f() == 2);
extern "C" __tile_global__ void test(int *p) {}
