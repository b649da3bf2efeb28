// case: ctad_variadic_constructor
// spec: [over.match.class.deduct]/1, [dcl.fct]/3
// arg: out i32[2]
// expect: [1, 1]
// `V...` is a parameter of type V and an ellipsis where V is not a pack; the guide takes as many arguments as the constructor.
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
struct N {};
template <class T> struct S {
    template <class V> constexpr S(T, V...) {}
};
template <class T> struct R { constexpr R(T, ...) {} };
static_assert(same<decltype(S('a', N{}, 1, 2)), S<char>>);
static_assert(same<decltype(R('a', 1, 2)), R<char>>);
extern "C" __tile_global__ void test(int* out) {
    out[0] = same<decltype(S(1, N{}, 2)), S<int>>;
    out[1] = same<decltype(R(1, 2)), R<int>>;
}
