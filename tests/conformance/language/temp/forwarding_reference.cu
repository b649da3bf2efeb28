// case: forwarding_reference
// spec: [temp.deduct.call]
// arg: out i32[9]
// expect: [1, 2, 3, 1, 2, 3, 4, 1, 2]
template <typename T>
constexpr int kind = 0;
template <typename T>
constexpr int kind<T&> = 1;
template <>
constexpr int kind<int> = 2;
template <typename T>
constexpr int kind<T const&> = 3;
template <typename T>
__tile__ int f(T&&) {
    return kind<T>;
}
template <typename T>
__tile__ int g(T const&&) {
    return 4;
}
template <typename T>
__tile__ int g(T&) {
    return kind<T&>;
}
template <typename T>
struct S {
    template <typename U>
    __tile__ static int both(T&&, U&&) {
        return kind<U>;
    }
};

extern "C" __tile_global__ void test(int* out) {
    int x = 0;
    int const c = 0;
    out[0] = f(x);
    out[1] = f(1);
    out[2] = f(c);
    auto&& a = x;
    out[3] = kind<decltype(a)>;
    out[4] = f(static_cast<int&&>(x));
    out[5] = g(c);
    out[6] = g(2);
    out[7] = S<int>::both(1, x);
    out[8] = S<int&>::both(x, 1);
}
