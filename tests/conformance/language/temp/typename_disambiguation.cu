// case: typename_disambiguation
// spec: [temp.res], [temp.names]
// arg: i32 = 3
// arg: out i32[4]
// expect: [3, 8, 6, 16]
struct P {
    using type = int;
    static constexpr int value = 2;
    template <int N>
    struct scaled {
        static constexpr int v = N * 2;
        using type = double;
    };
    template <int N>
    __tile__ int times(int x) const {
        return N * x;
    }
};
template <typename T>
__tile__ int declare(int n) {
    typename T::type x = n;
    return x;
}
template <typename T>
constexpr int member = T::template scaled<4>::v;
template <typename T>
__tile__ int call(T const& t, int n) {
    return t.template times<T::value>(n);
}
template <typename T>
constexpr int nested = sizeof(typename T::template scaled<1>::type) * 2;

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = declare<P>(n);
    out[1] = member<P>;
    out[2] = call(P(), n);
    out[3] = nested<P>;
}
