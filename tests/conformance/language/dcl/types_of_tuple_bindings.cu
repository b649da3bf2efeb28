// case: types_of_tuple_bindings
// spec: [dcl.struct.bind]/4
// arg: i32 = 5
// arg: out i32[2]
// expect: [12, 6]
// note: `decltype` of a binding is the element's type, reference or not, with the qualifiers of the tuple
#include <tuple>
#include <type_traits>
#include <utility>

extern "C" __tile_global__ void test(int n, int* out) {
    std::tuple<int, float, int&> t{n, 2.0f, n};
    auto& [a, b, c] = t;
    static_assert(std::is_same_v<decltype(a), int>);
    static_assert(std::is_same_v<decltype((a)), int&>);
    static_assert(std::is_same_v<decltype(b), float>);
    static_assert(std::is_same_v<decltype(c), int&>);
    const auto [d, e] = std::pair<int, short>{n, 1};
    static_assert(std::is_same_v<decltype(d), const int>);
    static_assert(std::is_same_v<decltype(e), const short>);
    out[0] = a + static_cast<int>(b) + c;
    out[1] = d + e;
}
