// case: compared_elements_of_member_arrays
// spec: [expr.rel]/4
// accept: the static assertions hold
struct S {
    int a[2];
    int b[2];
};
constexpr bool f() {
    S s[2]{};
    return &s[0].b[1] < &s[1].a[0] && &s[0].a[1] < &s[0].b[0];
}
static_assert(f());
extern "C" __tile_global__ void test(int *p) {}
