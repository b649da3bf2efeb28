// case: compared_members
// spec: [expr.rel]/4
// accept: the static assertions hold
struct S {
    int x, y;
};
constexpr S s{1, 2};
static_assert(&s.x < &s.y);
static_assert(!(&s.y <= &s.x));
constexpr int m[2][2] = {};
static_assert(&m[0][1] < &m[1][0]);
struct T {
    S a;
    int b;
    S c[2];
};
constexpr T t{};
static_assert(&t.a.y < &t.b);
static_assert(&t.b < &t.c[0].x);
static_assert(&t.c[0].y < &t.c[1].x);
static_assert(&t.c[1].y > &t.a.x);
extern "C" __tile_global__ void test(int *p) {}
