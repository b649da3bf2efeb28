// case: compared_union_members
// spec: [expr.rel]/4
// accept: the static assertions hold
union U {
    int a;
    int b;
};
constexpr U u{1};
static_assert(&u.a <= &u.b && &u.a >= &u.b);
extern "C" __tile_global__ void test(int *p) {}
