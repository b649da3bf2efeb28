// case: requirements
// spec: [expr.prim.req]
// arg: out i32[12]
// expect: [1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 1]
template <typename A, typename B>
concept Same = __is_same(A, B);
template <typename T>
concept Simple = requires(T a, T const& b) { a += b; };
template <typename T>
concept Type = requires {
    typename T::type;
    typename T::template of<int>;
};
template <typename T>
concept Compound = requires(T t) {
    { t.get() } -> Same<int>;
    { t.quiet() } noexcept;
    { t.get() + 1 };
};
template <typename T>
concept Nested = requires(T t) {
    requires sizeof(t) >= 4;
    requires Simple<T>;
};
template <typename T>
concept Reference = requires(T t) {
    { (t) } -> Same<T&>;
    { t + 0 } -> Same<int>;
};
struct A {
    using type = int;
    template <typename T>
    struct of {};
    __tile__ int get() const { return 1; }
    __tile__ void quiet() const noexcept {}
};
struct B {
    using type = int;
    __tile__ int get() const { return 1; }
    __tile__ void quiet() const {}
};
template <typename T>
constexpr bool inline_requires = requires(T t) { t.get(); };

extern "C" __tile_global__ void test(int* out) {
    out[0] = Simple<int>;
    out[1] = Simple<A>;
    out[2] = Type<A>;
    out[3] = Type<B>;
    out[4] = Compound<A>;
    out[5] = Compound<B>;
    out[6] = Nested<int>;
    out[7] = Nested<char>;
    out[8] = Nested<A>;
    out[9] = Reference<int>;
    out[10] = Reference<double>;
    out[11] = inline_requires<B>;
}
