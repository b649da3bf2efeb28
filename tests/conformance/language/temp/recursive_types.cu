// case: recursive_types
// spec: [temp.spec.partial], [temp.variadic]
// arg: out i32[4]
// expect: [1, 20, 3, 24]
template <typename... Ts>
struct Tuple;
template <>
struct Tuple<> {};
template <typename T, typename... Rest>
struct Tuple<T, Rest...> {
    T head;
    Tuple<Rest...> tail;
};
template <int N, typename T, typename... Rest>
__tile__ auto get(Tuple<T, Rest...> const& t) {
    if constexpr (N == 0)
        return t.head;
    else
        return get<N - 1>(t.tail);
}
template <int N>
constexpr int factorial = N * factorial<N - 1>;
template <>
constexpr int factorial<0> = 1;

extern "C" __tile_global__ void test(int* out) {
    Tuple<char, double, long> t{1, {2.5, {3, {}}}};
    out[0] = get<0>(t);
    out[1] = static_cast<int>(get<1>(t) * 8);
    out[2] = static_cast<int>(get<2>(t));
    out[3] = factorial<4>;
}
