// case: cstdio_printf_through_a_function
// spec: [cstdio.syn]
// arg: i32 = 5
// arg: out i32[1]
// expect: [2]
// prints: a: 5 2.5
// prints: b: 7
#include <cstdio>

template <class... T>
__tile__ int log(char const* format, T... values) {
    return printf(format, values...);
}
constexpr char const* second = "b: %d\n";
extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = std::printf("a: %d %g\n", n, n / 2.0);
    log(second, n + 2);
}
