// case: binding_member_array
// spec: [dcl.struct.bind]/1
// accept: the static assertions hold
struct S {
    int m[2];
};
constexpr int f() {
    S s{{4, 5}};
    auto [x, y] = s.m;
    return x * 10 + y;
}
static_assert(f() == 45);
constexpr S mk() { return {{6, 7}}; }
constexpr int g() {
    auto [x, y] = mk().m;
    return x * 10 + y;
}
static_assert(g() == 67);
constexpr int h() {
    auto &&[x, y] = mk().m;
    return x * 10 + y;
}
static_assert(h() == 67);
extern "C" __tile_global__ void test(int *p) {}
