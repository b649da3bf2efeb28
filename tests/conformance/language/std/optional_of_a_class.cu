// case: optional_of_a_class
// spec: [optional.ctor], [optional.observe]
// arg: i32 = 4
// arg: out i32[4]
// expect: [12, 0, 41, 15]
#include <optional>

struct Point {
    int x, y;
    __tile__ constexpr Point(int a, int b) : x(a), y(b) {}
    __tile__ constexpr int sum() const { return x + y; }
};
__tile__ constexpr std::optional<Point> make(int n) {
    if (n < 0) return {};
    return std::optional<Point>(std::in_place, n, n * 2);
}
static_assert(make(3)->sum() == 9 && !make(-1));
extern "C" __tile_global__ void test(int n, int* out) {
    auto p = make(n);
    out[0] = p ? p->sum() : -1;
    out[1] = make(-n).has_value();
    p = Point(1, n);
    out[2] = (*p).y * 10 + p->x;
    out[3] = make(-n).value_or(Point(7, 8)).sum();
}
