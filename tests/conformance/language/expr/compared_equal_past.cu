// case: compared_equal_past
// spec: [expr.rel]/4
// accept: the static assertions hold
struct S {
    int x, y;
};
constexpr S s{1, 2};
static_assert(&s.x + 1 == &s.y);
static_assert(&s.y != &s.x);
extern "C" __tile_global__ void test(int *p) {}
