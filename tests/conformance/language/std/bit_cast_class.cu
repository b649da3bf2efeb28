// case: bit_cast_class
// spec: [bit.cast]/2
// accept: the static assertions hold
struct P {
    short x, y;
};
static_assert(__builtin_bit_cast(P, -1).x == -1);
constexpr P p = __builtin_bit_cast(P, 0x00020001);
static_assert(p.x == 1 && p.y == 2);
static_assert(__builtin_bit_cast(int, P{3, 4}) == 0x40003);
struct Q {
    P a;
    int b[2];
};
struct R {
    int a[3];
};
constexpr Q q = __builtin_bit_cast(Q, R{{0x10002, 5, 6}});
static_assert(q.a.x == 2 && q.b[1] == 6);
constexpr R r = __builtin_bit_cast(R, Q{{1, 2}, {3, 4}});
static_assert(r.a[0] == 0x20001 && r.a[2] == 4);
extern "C" __tile_global__ void test(int *p) {}
