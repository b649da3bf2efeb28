// case: alias_template
// spec: [temp.alias]
// arg: out i32[7]
// expect: [1, 1, 1, 12, 3, 1, 8]
template <typename A, typename B>
constexpr bool same = false;
template <typename A>
constexpr bool same<A, A> = true;
template <typename T, int N>
struct Array {
    T v[N];
};
template <typename T>
using Three = Array<T, 3>;
template <typename T>
using pointer = T*;
template <typename T>
using identity = T;
template <typename... T>
using first_of = decltype([]<typename H, typename... R>(Array<H, 1>, Array<R, 1>...) {
    return H();
}(Array<T, 1>()...));
template <typename T, int N>
__tile__ int size(Array<T, N> const&) {
    return N;
}
template <template <typename> class C>
constexpr int use = sizeof(C<int>);
struct S {
    template <typename T>
    using rebind = Array<T, 2>;
};
template <typename T>
using through = typename T::template rebind<int>;

extern "C" __tile_global__ void test(int* out) {
    out[0] = same<Three<int>, Array<int, 3>>;
    out[1] = same<pointer<pointer<int>>, int**>;
    out[2] = same<identity<int const&>, int const&>;
    out[3] = use<Three>;
    out[4] = size(Three<char>());
    out[5] = same<first_of<int, char>, int>;
    out[6] = sizeof(through<S>);
}
