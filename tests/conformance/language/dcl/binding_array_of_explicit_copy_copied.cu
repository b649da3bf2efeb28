// case: binding_array_of_explicit_copy_copied
// spec: [dcl.struct.bind]/1
// reject: E0312 no constructor of `S` takes (S)
struct S {
    int v = 1;
    constexpr S() = default;
    explicit constexpr S(const S &s) : v(s.v + 1) {}
};
extern "C" __tile_global__ void test(int *p) {
    S r[2];
    auto [x, y] = r;
    p[0] = x.v;
}
