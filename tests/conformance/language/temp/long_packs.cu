// case: long_packs
// spec: [temp.variadic]
// arg: out i32[3]
// expect: [2000, 1999000, 1999]
template <int... N>
struct List {
    static constexpr int count = sizeof...(N);
    static constexpr int sum = (0 + ... + N);
};
template <int N>
struct Make {
    template <typename L>
    struct Join;
    template <int... I>
    struct Join<List<I...>> {
        using type = List<I..., (I + static_cast<int>(sizeof...(I)))...>;
    };
    using half = typename Make<N / 2>::type;
    using type = typename Join<half>::type;
};
template <>
struct Make<125> {
    using type = List<__integer_pack(125)...>;
};
template <int... I>
constexpr int last(List<I...>) {
    int v = 0;
    ((v = I), ...);
    return v;
}

extern "C" __tile_global__ void test(int* out) {
    using L = Make<2000>::type;
    out[0] = L::count;
    out[1] = L::sum;
    out[2] = last(L());
}
