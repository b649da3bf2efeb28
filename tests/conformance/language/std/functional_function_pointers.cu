// case: functional_function_pointers
// spec: [expr.call], [func.invoke]
// arg: i32 = 3
// arg: out i32[3]
// expect: [44, 86, 13]
#include <functional>
#include <array>

// Which function a pointer holds is known wherever it is called.
__tile__ constexpr int inc(int x) { return x + 1; }
__tile__ constexpr int sqr(int x) { return x * x; }
template <class F>
__tile__ constexpr int twice(F f, int x) { return f(f(x)); }
extern "C" __tile_global__ void test(int n, int* out) {
    int (*f)(int) = inc;
    out[0] = f(n) * 10 + (*f)(n);
    f = &sqr;
    out[1] = twice(f, n) + twice(inc, n);
    constexpr std::array<int (*)(int), 2> table{{inc, sqr}};
    out[2] = table[0](n) + std::invoke(table[1], n);
}
