// case: decltype_auto_argument
// spec: [temp.param], [dcl.type.decltype]
// arg: out i32[4]
// expect: [1, 1, 1, 7]
template <typename A, typename B>
constexpr bool same = false;
template <typename A>
constexpr bool same<A, A> = true;
constexpr int global = 7;
template <decltype(auto) V>
struct D {
    using type = decltype(V);
};
template <decltype(auto) V>
__tile__ int read() {
    return V;
}

extern "C" __tile_global__ void test(int* out) {
    out[0] = same<D<global>::type, int>;
    out[1] = same<D<(global)>::type, int const&>;
    out[2] = same<D<3>::type, int>;
    out[3] = read<(global)>();
}
