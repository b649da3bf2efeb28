// case: tuple_apply_and_make_from
// spec: [tuple.apply]
// arg: i32 = 3
// arg: out i32[4]
// expect: [102, 12, 60, 13]
#include <tuple>
#include <array>

struct Box {
    int w, h, d;
    __tile__ constexpr Box(int a, int b, int c) : w(a), h(b), d(c) {}
    __tile__ constexpr int volume() const { return w * h * d; }
};
extern "C" __tile_global__ void test(int n, int* out) {
    auto sum = [](auto... x) { return (int(x) + ...); };
    out[0] = std::apply(sum, std::tuple(n, 2.5, 'a'));
    out[1] = std::apply(sum, std::array{n, 4, 5});
    out[2] = std::make_from_tuple<Box>(std::tuple(n, 4, 5)).volume();
    int x = n;
    std::apply([](int& a, int b) { a += b; }, std::tuple<int&, int>(x, 10));
    out[3] = x;
}
