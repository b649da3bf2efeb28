// case: compare_categories
// spec: [cmp.categories]
// arg: i32 = 3
// arg: f32 = nan
// arg: out i32[8]
// expect: [7, 9, 3, 1, 7, 1, 1, 1]
#include <compare>

extern "C" __tile_global__ void test(int n, float x, int* out) {
    auto c = n <=> 4;
    static_assert(__is_same(decltype(c), std::strong_ordering));
    out[0] = (c < 0) + (c == std::strong_ordering::less) * 2 + (0 > c) * 4;
    std::partial_ordering p = x <=> 1.0f;
    out[1] = (p == std::partial_ordering::unordered) + (p < 0) * 2 + (p >= 0) * 4 + (p != 0) * 8;
    std::weak_ordering w = c;
    out[2] = (w < 0) + is_lteq(w) * 2 + std::is_gt(w) * 4;
    p = w;
    out[3] = p < 0;
    out[4] = (c <= 0) + (c != 0) * 2 + ((0 <=> c) > 0) * 4;
    static_assert(__is_same(std::common_comparison_category_t<std::strong_ordering, std::weak_ordering>, std::weak_ordering));
    static_assert(__is_same(std::common_comparison_category_t<>, std::strong_ordering) && __is_same(std::common_comparison_category_t<int>, void));
    static_assert(std::three_way_comparable<int> && std::three_way_comparable<float> && !std::three_way_comparable<float, std::strong_ordering>);
    static_assert(__is_same(std::compare_three_way_result_t<int, long>, std::strong_ordering));
    out[5] = std::compare_three_way{}(n, 2) > 0;
    out[6] = (n <=> 3) == 0;
    out[7] = ((n & 1) <=> 0) > 0;
}
