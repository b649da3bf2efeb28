// case: compared_void
// spec: [expr.rel]/4
// accept: the static assertions hold; clang 19 refuses it
struct S {
    int x, y;
};
constexpr S s{1, 2};
static_assert(static_cast<const void *>(&s.x) < static_cast<const void *>(&s.y));
extern "C" __tile_global__ void test(int *p) {}
