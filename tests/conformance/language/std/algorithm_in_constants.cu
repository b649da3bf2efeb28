// case: algorithm_in_constants
// spec: [algorithm.syn]
// arg: out i32[2]
// expect: [5, 6]
#include <algorithm>
#include <array>

constexpr std::array<int, 6> sorted(std::array<int, 6> a) {
    std::sort(a.begin(), a.end());
    std::reverse(a.begin(), a.end());
    return a;
}
constexpr auto table = sorted({4, 1, 6, 2, 5, 3});
static_assert(table[0] == 6 && table[5] == 1 && std::is_sorted(table.rbegin(), table.rend()));
static_assert(*std::find(table.begin(), table.end(), 4) == 4 && std::min({3, 1, 2}) == 1);
extern "C" __tile_global__ void test(int* out) {
    out[0] = table[1];
    out[1] = std::clamp(12, table[5], table[0]);
}
