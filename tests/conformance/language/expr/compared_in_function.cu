// case: compared_in_function
// spec: [expr.rel]/4
// accept: the static assertions hold
struct S {
    int x, y;
};
constexpr bool f() {
    S s{};
    int *a = &s.x;
    int *b = &s.y;
    return a < b && b > a && a != b && a <= b;
}
static_assert(f());
extern "C" __tile_global__ void test(int *p) {}
