// case: compared_whole_and_member
// spec: [expr.rel]/4
// accept: the static assertions hold
struct S {
    int x, y;
};
constexpr S s{1, 2};
static_assert((const void *)&s == (const void *)&s.x);
static_assert((const void *)&s != (const void *)&s.y);
extern "C" __tile_global__ void test(int *p) {}
