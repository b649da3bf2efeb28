// case: deduce_from_derived
// spec: [temp.deduct.call]
// arg: out i32[4]
// expect: [4, 8, 2, 1]
template <typename T>
struct B {};
template <typename T>
struct D : B<T> {};
struct E : D<double> {};
template <typename T>
__tile__ int f(B<T> const&) {
    return sizeof(T);
}
template <typename T>
__tile__ int g(B<T>*) {
    return sizeof(T);
}
template <int N, typename... T>
struct Leaf {};
template <typename... T>
struct Tuple;
template <>
struct Tuple<> {};
template <typename H, typename... T>
struct Tuple<H, T...> : Tuple<T...>, Leaf<sizeof...(T), H> {};
template <int N, typename T>
__tile__ int size_of(Leaf<N, T> const&) {
    return sizeof(T);
}

extern "C" __tile_global__ void test(int* out) {
    out[0] = f(D<int>());
    E e;
    out[1] = g(&e);
    Tuple<char, short, int> t;
    out[2] = size_of<1>(t);
    out[3] = size_of<2>(t);
}
