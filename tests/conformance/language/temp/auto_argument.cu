// case: auto_argument
// spec: [temp.param], [dcl.type.auto.deduct]
// arg: out i32[6]
// expect: [4, 8, 1, 1, 2, 3]
template <auto V>
constexpr int size_of = sizeof(V);
template <typename T, T V>
struct constant {
    static constexpr T value = V;
};
template <auto V>
using c = constant<decltype(V), V>;
template <typename A, typename B>
constexpr bool same = false;
template <typename A>
constexpr bool same<A, A> = true;
enum class E : short { a = 3 };
template <auto... Vs>
struct List {
    static constexpr int count = sizeof...(Vs);
};
template <auto V0, decltype(V0)... Vs>
constexpr int after = sizeof...(Vs);

extern "C" __tile_global__ void test(int* out) {
    out[0] = size_of<1>;
    out[1] = size_of<1ull>;
    out[2] = same<c<'a'>, constant<char, 'a'>>;
    out[3] = same<decltype(c<E::a>::value), E const>;
    out[4] = after<7, 8, 9>;
    out[5] = List<1, 'c', E::a>::count;
}
