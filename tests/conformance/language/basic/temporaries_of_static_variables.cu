// case: temporaries_of_static_variables
// spec: [class.temporary]/6, [expr.const]/11
// arg: i32 = 2
// arg: out i32[6]
// expect: [43, 57, 2, 30, 1, 9]
// note: a temporary that a variable with static storage is bound to lives as long, and its address is a constant
#include <initializer_list>
struct P {
    int x, y;
};
constexpr const P& reference = P{4, 1};
static_assert(&reference == &reference && reference.x == 4);
inline constexpr std::initializer_list<int> list = {1, 2, 3};
static_assert(list.begin()[2] == 3 && list.size() == 3);
struct R {
    const int& r;
    const P& p;
};
constexpr R holds{5, P{6, 7}};
static_assert(holds.r == 5 && holds.p.y == 7);
constexpr std::initializer_list<std::initializer_list<int>> nested = {{1, 2}, {3}};
static_assert(nested.begin()[1].begin()[0] == 3);
struct Self {
    const Self* s;
    int v;
    constexpr Self(int v) : s(this), v(v) {}
};
constexpr Self own(4);
constexpr const Self& other = Self(5);
static_assert(other.s == &other);

extern "C" __tile_global__ void test(int i, int* out) {
    static constexpr std::initializer_list<int> inner = {10, 20, 30};
    out[0] = reference.x * 10 + list.begin()[i];
    out[1] = holds.r * 10 + holds.p.y;
    out[2] = nested.begin()[0].begin()[i - 1];
    out[3] = inner.begin()[i];
    out[4] = own.s == &own;
    out[5] = own.s->v + other.s->v;
}
