// case: functional_invoke
// spec: [func.invoke], [func.require]
// arg: i32 = 3
// arg: out i32[6]
// expect: [21, 3, 7, 13, 50, 102]
#include <functional>

struct Counter {
    int value;
    __tile__ constexpr int plus(int x) const { return value + x; }
    __tile__ constexpr void add(int x) { value += x; }
};
__tile__ constexpr int twice(int x) { return x * 2; }
extern "C" __tile_global__ void test(int n, int* out) {
    Counter c{n};
    out[0] = std::invoke(twice, n) + std::invoke([](int a, int b) { return a * b; }, n, 5);
    out[1] = std::invoke(&Counter::value, c);
    out[2] = std::invoke(&Counter::plus, c, 4);
    std::invoke(&Counter::add, &c, 10);
    out[3] = std::invoke(&Counter::value, &c);
    std::invoke(&Counter::value, std::ref(c)) = 50;
    out[4] = c.value;
    out[5] = std::invoke(&twice, c.plus(1));
}
