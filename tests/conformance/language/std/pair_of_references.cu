// case: pair_of_references
// spec: [pairs.pair], [pair.astuple]
// arg: i32 = 3
// arg: out i32[4]
// expect: [10, 20, 13, 356]
#include <utility>
#include <tuple>
#include <functional>

extern "C" __tile_global__ void test(int n, int* out) {
    int x = n, y = 4;
    std::pair<int&, int&> refs(x, y);
    refs = std::pair(10, 20);
    out[0] = x;
    out[1] = y;
    auto held = std::make_pair(std::ref(x), y);
    static_assert(__is_same(decltype(held), std::pair<int&, int>));
    held.first += n;
    out[2] = x;
    std::pair<std::pair<int, int>, int> built(std::piecewise_construct, std::forward_as_tuple(n, 5),
                                              std::forward_as_tuple(6));
    out[3] = built.first.first * 100 + built.first.second * 10 + built.second;
}
