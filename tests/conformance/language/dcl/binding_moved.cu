// case: binding_moved
// spec: [dcl.struct.bind]/1
// accept: the static assertions hold
struct S {
    int v = 1;
    constexpr S() = default;
    constexpr S(const S &s) : v(10) {}
    constexpr S(S &&s) : v(20) {}
};
struct A {
    S m[2];
};
constexpr A mk() { return {}; }
constexpr int f() {
    auto [x, y] = mk().m;
    return x.v;
}
static_assert(f() == 20);
constexpr int g() {
    A a;
    auto [x, y] = a.m;
    return x.v;
}
static_assert(g() == 10);
constexpr int h() {
    A a;
    auto [x, y] = static_cast<A &&>(a).m;
    return x.v;
}
static_assert(h() == 20);
extern "C" __tile_global__ void test(int *p) {}
