// case: partial_ordering_of_template_template_parameters
// spec: [temp.deduct.type], [temp.spec.partial.order]
// arg: out i32[3]
// expect: [5, 3, 4]
// A pattern with all arguments is more specialised than one that leaves some to defaults (CWG2398), and that more than one with a
// pack.
template <class T, class = void> struct D {};
template <class T> struct W {};
template <class T, class U, class V> struct Z {};
template <class T> struct U { static constexpr int v = 2; };
template <template <class> class C, class T> struct U<C<T>> { static constexpr int v = 3; };
template <template <class...> class C, class... T> struct U<C<T...>> { static constexpr int v = 4; };
template <template <class, class> class C, class A, class B> struct U<C<A, B>> { static constexpr int v = 5; };
extern "C" __tile_global__ void test(int* out) {
    out[0] = U<D<int>>::v;
    out[1] = U<W<int>>::v;
    out[2] = U<Z<int, int, int>>::v;
}
