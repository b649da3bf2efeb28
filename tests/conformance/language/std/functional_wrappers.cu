// case: functional_wrappers
// spec: [refwrap], [func.not.fn], [func.bind.front]
// arg: i32 = 3
// arg: out i32[6]
// expect: [14, 1, 134, 6, 20, 21]
#include <functional>
#include <tuple>

struct Add {
    int base;
    __tile__ constexpr int operator()(int a, int b) const { return base + a * 10 + b; }
};
extern "C" __tile_global__ void test(int n, int* out) {
    int x = n;
    auto r = std::ref(x);
    r.get() += 4;
    out[0] = x + r;
    auto odd = [](int v) { return v % 2 != 0; };
    out[1] = std::not_fn(odd)(n) * 10 + std::not_fn(odd)(n + 1);
    auto bound = std::bind_front(Add{100}, n);
    out[2] = bound(4);
    out[3] = std::bind_front([](auto... v) { return (v + ...); }, 1, 2, n)();
    auto t = std::make_tuple(std::ref(x), 1);
    static_assert(__is_same(decltype(t), std::tuple<int&, int>));
    std::get<0>(t) = 20;
    out[4] = x;
    out[5] = std::cref(x) + 1;
}
