// case: optional_basics
// spec: [optional.optional]
// arg: i32 = 4
// arg: out i32[8]
// expect: [19, 107, 2, 118, 7, 16, 12, 10]
#include <optional>

__tile__ constexpr std::optional<int> half(int x) {
    if (x % 2 != 0) return std::nullopt;
    return x / 2;
}
extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = half(n).value_or(-1) * 10 + half(n + 1).value_or(-1);
    auto h = half(n);
    if (h) *h += 5;
    out[1] = h.value() + h.has_value() * 100;
    h.reset();
    out[2] = h.has_value() + (h == std::nullopt) * 2;
    h = 8;
    out[3] = *h + (h > 7) * 10 + (h == 8) * 100;
    out[4] = (half(n) < half(n + 4)) + (half(1) < half(n)) * 2 + (half(1) == half(3)) * 4;
    std::optional<long> w = h;
    out[5] = int(*w) + sizeof(*w);
    std::optional d = 2.5;
    out[6] = int(d.emplace(n * 1.5) * 2);
    swap(h, *&h);
    out[7] = std::make_optional(n).value() + std::optional<int>(std::in_place, 6).value();
}
