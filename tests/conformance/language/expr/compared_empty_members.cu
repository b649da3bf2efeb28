// case: compared_empty_members
// spec: [expr.rel]/4
// accept: the static assertions hold
struct E {};
struct S {
    [[no_unique_address]] E e;
    int x;
};
constexpr S s{};
constexpr bool q = (const void *)&s.e == (const void *)&s.x;
static_assert(q);
extern "C" __tile_global__ void test(int *p) {}
