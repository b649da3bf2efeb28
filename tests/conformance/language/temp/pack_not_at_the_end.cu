// case: pack_not_at_the_end
// spec: [temp.param], [temp.deduct.type]
// arg: out i32[4]
// expect: [2, 3, 1, 1]
template <typename... T>
struct List {};
template <typename... T, typename U = char>
__tile__ int f(U, T...) {
    return sizeof...(T);
}
template <typename... A, typename... B>
__tile__ int g(List<A...>, List<B...>) {
    return sizeof...(A) + sizeof...(B) - 1;
}
template <typename T>
struct Last;
template <typename A, typename B>
constexpr bool same = false;
template <typename A>
constexpr bool same<A, A> = true;
template <typename H, typename... T>
struct Last<List<H, T...>> : Last<List<T...>> {};
template <typename H>
struct Last<List<H>> {
    using type = H;
};
template <typename... A>
struct NonDeduced {
    template <typename... B>
    __tile__ static int count(List<A..., B...>, B...) {
        return sizeof...(B);
    }
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = f('a', 1, 2);
    out[1] = g(List<int, char>(), List<int, int>());
    out[2] = same<Last<List<int, char, double>>::type, double>;
    out[3] = NonDeduced<int>::count(List<int, char>(), 'x');
}
