// case: functional_mem_fn
// spec: [func.memfn]
// arg: i32 = 3
// arg: out i32[5]
// expect: [3, 7, 9, 8, 1]
#include <functional>
#include <type_traits>

struct Point {
    int x;
    __tile__ int plus(int n) const { return x + n; }
    __tile__ void move(int n) noexcept { x += n; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    Point p{n};
    Point const* q = &p;
    auto x = std::mem_fn(&Point::x);
    auto plus = std::mem_fn(&Point::plus);
    auto move = std::mem_fn(&Point::move);
    out[0] = x(p);
    out[1] = plus(q, 4);
    x(p) = 6;
    out[2] = plus(std::ref(p), 3);
    move(p, 2);
    out[3] = x(q);
    out[4] = std::is_invocable_v<decltype(move), Point&, int> && !std::is_invocable_v<decltype(move), Point const&, int> &&
             noexcept(move(p, 1)) && !noexcept(plus(p, 1));
}
