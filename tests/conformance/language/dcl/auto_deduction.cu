// case: auto_deduction
// spec: [dcl.spec.auto], [dcl.type.auto.deduct]
// arg: i32 = 3
// arg: out i32[2]
// expect: [20, 33]
#include <initializer_list>
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;

extern "C" __tile_global__ void test(int n, int* out) {
    int const c = n;
    auto a = c;
    static_assert(same<decltype(a), int>);
    auto& b = c;
    static_assert(same<decltype(b), int const&>);
    auto&& d = c;
    static_assert(same<decltype(d), int const&>);
    auto&& e = 1;
    static_assert(same<decltype(e), int&&>);
    auto const* p = &n;
    static_assert(same<decltype(p), int const*>);
    auto x{n};
    static_assert(same<decltype(x), int>);
    auto list = {1, 2, 3};
    static_assert(same<decltype(list), std::initializer_list<int>>);
    auto y = 1, *z = &n;
    out[0] = a + b + d + e + *p + x + y + *z;
    out[1] = static_cast<int>(list.size()) * 10 + list.begin()[2];
}
