// case: array_constant
// spec: [array.overview]
// arg: i32 = 6
// arg: out i32[3]
// expect: [36, 21, 1]
#include <array>

// A table made by a loop while compiling, read at a place that is known when it runs.
constexpr std::array<int, 8> squares = [] {
    std::array<int, 8> a{};
    for (int i = 0; i < 8; ++i) a[i] = i * i;
    return a;
}();
static_assert(squares[3] == 9 && squares.size() == 8 && squares.back() == 49);
template <std::array<int, 2> A>
inline constexpr int product = A[0] * A[1];
extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = squares[n];
    out[1] = product<{3, 7}>;
    constexpr std::array<char, 0> none{};
    out[2] = none.empty() + int(none.end() - none.begin());
}
