// case: tuple_cat
// spec: [tuple.creation]
// arg: i32 = 3
// arg: out i32[4]
// expect: [113, 13, 0, 7]
#include <tuple>
#include <array>

extern "C" __tile_global__ void test(int n, int* out) {
    auto t = std::tuple_cat(std::tuple(n, 2.5f), std::pair('b', 7l), std::tuple<>(), std::array{1, n});
    static_assert(__is_same(decltype(t), std::tuple<int, float, char, long, int, int>));
    out[0] = std::get<0>(t) + int(std::get<1>(t) * 2) + std::get<2>(t) + int(std::get<3>(t));
    out[1] = std::get<4>(t) * 10 + std::get<5>(t);
    out[2] = std::tuple_size_v<decltype(std::tuple_cat())>;
    int x = n;
    auto r = std::tuple_cat(std::tie(x), std::tuple(1));
    std::get<0>(r) += 4;
    out[3] = x;
}
