// case: library_concept_hierarchy
// spec: [temp.constr.order], [temp.constr.atomic]
// note: a hierarchy of concepts orders overloads, members and partial specialisations
// arg: out i32[16]
// arg: i32 = 5
// expect: [3, 2, 1, 0, 4, 11, 45, 5, 100, 50, 4, 124, 6, 30, 1, 1]
#include <concepts>
#include <type_traits>

template <typename T>
concept Addable = requires(T a, T b) {
    { a + b } -> std::convertible_to<T>;
};
template <typename T>
concept Multipliable = requires(T a, T b) {
    { a * b } -> std::same_as<T>;
};
template <typename T>
concept Ring = Addable<T> && Multipliable<T> && requires {
    { T::zero() } -> std::same_as<T>;
};
template <typename T>
concept Field = Ring<T> && requires(T a) {
    a.inverse();
    { a / a } noexcept -> std::same_as<T>;
};
template <typename T>
concept Ordered = std::totally_ordered<T>;
template <int P>
struct Mod {
    int v;
    __tile__ constexpr Mod(int x = 0) : v(((x % P) + P) % P) {}
    __tile__ static constexpr Mod zero() { return {}; }
    __tile__ friend constexpr Mod operator+(Mod a, Mod b) { return a.v + b.v; }
    __tile__ friend constexpr Mod operator*(Mod a, Mod b) { return a.v * b.v; }
    __tile__ constexpr Mod pow(int e) const {
        Mod r = 1;
        Mod b = *this;
        for (; e; e >>= 1, b = b * b)
            if (e & 1) r = r * b;
        return r;
    }
    __tile__ constexpr Mod inverse() const { return pow(P - 2); }
    __tile__ friend constexpr Mod operator/(Mod a, Mod b) noexcept { return a * b.inverse(); }
    __tile__ constexpr bool operator==(Mod const&) const = default;
};
struct Z2 {
    int v;
    __tile__ static constexpr Z2 zero() { return {0}; }
    __tile__ Z2 operator+(Z2 o) const { return {v ^ o.v}; }
    __tile__ Z2 operator*(Z2 o) const { return {v & o.v}; }
};
struct OnlyAdd {
    int v;
    __tile__ OnlyAdd operator+(OnlyAdd o) const { return {v + o.v}; }
};
template <typename T>
__tile__ int kind(T const&) {
    return 0;
}
template <Addable T>
__tile__ int kind(T const&) {
    return 1;
}
template <Ring T>
__tile__ int kind(T const&) {
    return 2;
}
template <Field T>
__tile__ int kind(T const&) {
    return 3;
}
template <typename T>
    requires Field<T> || std::floating_point<T>
__tile__ T divide(T a, T b) {
    return a / b;
}
template <std::integral T>
__tile__ T divide(T a, T b) {
    return b == 0 ? T(-1) : a / b;
}
template <typename T>
struct Box {
    T v;
    __tile__ int get() const
        requires std::integral<T>
    {
        return v;
    }
    __tile__ int get() const
        requires Ring<T>
    {
        return v.v * 10;
    }
    __tile__ int get() const
        requires Field<T>
    {
        return v.v * 100;
    }
    Box()
        requires std::default_initializable<T>
    = default;
    __tile__ explicit Box(T t) : v(t) {}
    template <typename U>
        requires std::convertible_to<U, T> && (!std::same_as<U, T>)
    __tile__ Box(Box<U> const& o) : v(o.v) {}
};
template <typename T>
struct traits {
    static constexpr int id = 0;
};
template <Addable T>
struct traits<T> {
    static constexpr int id = 1;
};
template <Ring T>
struct traits<T> {
    static constexpr int id = 2;
};
template <std::integral T>
    requires(sizeof(T) > 2) && Addable<T>
struct traits<T> {
    static constexpr int id = 4;
};
template <class F, class... A>
concept Callable = requires(F f, A... a) { f(a...); };
__tile__ int apply(Callable<int> auto f, int x) { return f(x); }
__tile__ int apply(Callable<int, int> auto f, int x) { return f(x, x); }
template <auto V>
    requires(V > 3)
struct Big {
    static constexpr int v = V;
};
template <class T>
concept HasBig = requires { typename Big<T::value>; };
template <int N>
struct I {
    static constexpr int value = N;
};
extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = kind(Mod<7>(3));
    out[1] = kind(Z2{1});
    out[2] = kind(OnlyAdd{1});
    out[3] = kind(&n);
    out[4] = divide(Mod<7>(n), Mod<7>(3)).v;
    out[5] = divide(n * 9, 4);
    out[6] = divide(9.0, 2.0) * 10;
    out[7] = Box<int>(n).get();
    out[8] = Box(Mod<5>(n + 1)).get();
    out[9] = Box(Z2{n}).get();
    Box<short> s(short(4));
    Box<int> w = s;
    out[10] = w.get();
    out[11] =
        traits<int*>::id * 1000 + traits<OnlyAdd>::id * 100 + traits<Z2>::id * 10 + traits<int>::id;
    out[12] = apply([](int x) { return x + 1; }, n);
    out[13] = apply([n](int a, int b) { return a * b + n; }, n);
    out[14] = HasBig<I<3>> * 10 + HasBig<I<4>>;
    static_assert(!std::is_constructible_v<Box<int>, Box<int*>> && Ring<Mod<3>> && !Field<Z2>);
    out[15] = Ordered<int>;
}
