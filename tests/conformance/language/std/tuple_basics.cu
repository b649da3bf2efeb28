// case: tuple_basics
// spec: [tuple.tuple], [tuple.elem]
// arg: i32 = 3
// arg: out i32[7]
// expect: [105, 133, 38, 100, 12, 3, 1]
#include <tuple>

struct Empty {};
extern "C" __tile_global__ void test(int n, int* out) {
    std::tuple<int, float, char> t(n, 2.5f, 'a');
    out[0] = std::get<0>(t) + int(std::get<float>(t) * 2) + std::get<2>(t);
    std::get<1>(t) = n;
    auto [i, f, c] = t;
    out[1] = i + int(f) * 10 + (c == 'a') * 100;
    std::tuple deduced(n, 2l, 'c');
    static_assert(__is_same(decltype(deduced), std::tuple<int, long, char>));
    out[2] = std::tuple_size_v<decltype(deduced)> * 10 + sizeof(std::tuple_element_t<1, decltype(deduced)>);
    std::tuple<long, double, int> wide = t;
    out[3] = int(std::get<0>(wide)) + std::get<2>(wide);
    std::tuple<int, int> two = std::pair(n, 4);
    out[4] = std::get<0>(two) * std::get<1>(two);
    std::tuple<Empty, int> e(Empty{}, n);
    out[5] = std::get<int>(e);
    std::tuple<> none;
    out[6] = none == std::tuple<>{};
}
