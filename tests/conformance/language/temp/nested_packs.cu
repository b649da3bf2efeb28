// case: nested_packs
// spec: [temp.variadic]
// arg: out i32[5]
// expect: [6, 4, 1, 44, 2]
template <typename... T>
struct List {
    static constexpr int n = sizeof...(T);
};
template <typename... L>
constexpr int total = 0;
template <typename... A, typename... B>
constexpr int total<List<A...>, List<B...>> = sizeof...(A) * sizeof...(B);
template <typename T, typename U>
struct Pair {};
template <typename T>
struct Row {
    template <typename... U>
    using with = List<Pair<T, U>...>;
};
template <typename... T>
struct Table {
    template <typename... U>
    using with = List<typename Row<T>::template with<U...>...>;
};
template <typename A, typename B>
constexpr bool same = false;
template <typename A>
constexpr bool same<A, A> = true;
template <int... N>
struct Ints {};
template <int... A, int... B>
constexpr int dot(Ints<A...>, Ints<B...>) {
    return (0 + ... + (A * B));
}
template <typename... T>
constexpr int sum_of_sums(T... v) {
    return (0 + ... + [](auto... w) { return (0 + ... + w); }(v, v));
}

extern "C" __tile_global__ void test(int* out) {
    out[0] = total<List<int, char>, List<int, int, int>>;
    out[1] = Table<int, char, long, short>::with<int>::n;
    out[2] = same<Table<int, char>::with<long>, List<List<Pair<int, long>>, List<Pair<char, long>>>>;
    out[3] = dot(Ints<1, 2, 3>(), Ints<4, 5, 10>());
    out[4] = sum_of_sums(0, 1);
}
