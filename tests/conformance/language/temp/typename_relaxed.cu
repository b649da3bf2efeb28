// case: typename_relaxed
// spec: [temp.res.general]
// note: C++20 needs no typename where only a type can stand
// arg: i32 = 3
// arg: out i32[3]
// expect: [6, 4, 3]
struct P {
    using type = int;
};
template <typename T>
struct A {
    T::type member;
    using alias = T::type;
    __tile__ T::type get(T::type x) const { return x + member; }
    static constexpr T::type k = 4;
};
template <typename T>
__tile__ T::type same(typename T::type x) {
    auto y = static_cast<T::type>(x);
    return y;
}
template <typename T>
__tile__ auto trailing(int n) -> T::type {
    return n;
}

extern "C" __tile_global__ void test(int n, int* out) {
    A<P> a{n};
    out[0] = a.get(n);
    out[1] = A<P>::k;
    out[2] = same<P>(trailing<P>(n));
}
