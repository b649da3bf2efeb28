// case: compared_static_assert_unions
// spec: [expr.rel]/4
// accept: the static assertions hold
union U {
    int a;
    char b[4];
};
constexpr bool f() {
    U u{1};
    return (void *)&u.a == (void *)&u.b[0];
}
static_assert(f());
extern "C" __tile_global__ void test(int *p) {}
