// case: memoised_recursion
// spec: [temp.inst], [temp.constr.atomic]
// note: without remembering, each of these takes 2^40 steps
// arg: out i32[4]
// expect: [1, 1, 102334155, 1]
template <int N>
struct Tree {
    static constexpr bool v = Tree<N - 1>::v && Tree<N - 1>::v;
};
template <>
struct Tree<0> {
    static constexpr bool v = true;
};
template <int N>
constexpr bool holds();
template <int N>
concept Twice = holds<N>();
template <int N>
constexpr bool holds() {
    if constexpr (N == 0)
        return true;
    else
        return Twice<N - 1> && Twice<N - 1>;
}
template <int N>
constexpr long long fibonacci = fibonacci<N - 1> + fibonacci<N - 2>;
template <>
constexpr long long fibonacci<1> = 1;
template <>
constexpr long long fibonacci<0> = 0;
template <typename T, typename U>
struct Pair {};
template <int N>
struct Big {
    using type = Pair<typename Big<N - 1>::type, typename Big<N - 1>::type>;
};
template <>
struct Big<0> {
    using type = int;
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = Tree<40>::v;
    out[1] = Twice<40>;
    out[2] = static_cast<int>(fibonacci<40>);
    out[3] = sizeof(Big<20>::type);
}
