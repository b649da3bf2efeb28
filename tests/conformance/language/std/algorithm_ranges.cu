// case: algorithm_ranges
// spec: [algorithms.requirements]
// arg: i32[5] = [4, -2, 9, 4, 0]
// arg: out i32[20]
// expect: [2, 2, 3, 1, 1, -191, 3, 2, 4, -2, 0, 4, 4, 9, -11, 19, 20, 1, 10, 0]
// note: a whole range, with a projection
#include <algorithm>
#include <array>
#include <functional>
#include <span>

struct item {
    int key, value;
};
constexpr auto table = [] {
    std::array<item, 4> t{{{3, 30}, {1, 10}, {2, 20}, {0, 0}}};
    std::ranges::sort(t, {}, &item::key);
    return t;
}();
static_assert(table[0].value == 0 && table[3].value == 30 && std::ranges::is_sorted(table, {}, &item::value));

extern "C" __tile_global__ void test(int const* a, int* out) {
    std::array<int, 5> x{};
    std::ranges::copy(std::span<int const, 5>(a, 5), x.begin());
    out[0] = std::ranges::find(x, 9) - x.begin();
    out[1] = std::ranges::count(x, 4);
    out[2] = std::ranges::count_if(x, [](int v) { return v > 0; });
    out[3] = std::ranges::all_of(x, [](int v) { return v > -3; }) + 2 * std::ranges::any_of(x, [](int v) { return v > 9; });
    out[4] = std::ranges::none_of(x, [](int v) { return v == 7; });
    out[5] = *std::ranges::max_element(x) + 100 * std::ranges::min(x);
    std::ranges::sort(x);
    out[6] = std::ranges::binary_search(x, 4) + 2 * std::ranges::is_sorted(x);
    out[7] = std::ranges::lower_bound(x, 4) - x.begin();
    out[8] = std::ranges::upper_bound(x, 4) - x.begin();
    for (int i = 0; i < 5; ++i)
        out[9 + i] = x[i];
    std::ranges::sort(x, std::greater<>{});
    std::ranges::reverse(x);
    out[14] = x[0] * 10 + x[4];
    std::ranges::transform(x, out + 15, [](int v) { return v * v; }, [](int v) { return v % 3; });
    std::ranges::for_each(x, [&](int v) { out[15] += v; });
    out[16] = std::ranges::find_if(table, [](int k) { return k >= 2; }, &item::key)->value;
    std::ranges::fill(x, out[1]);
    out[17] = std::ranges::equal(x, std::array<int, 5>{2, 2, 2, 2, 2});
    out[18] += std::ranges::max(a[0], a[2]);
}
