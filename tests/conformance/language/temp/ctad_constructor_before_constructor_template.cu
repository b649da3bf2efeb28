// case: ctad_constructor_before_constructor_template
// spec: [over.match.best.general]/2
// arg: out i32[4]
// expect: [1, 2, 1, 3]
// A guide made from a constructor is better than one made from a constructor template.
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
template <class... T> struct S {
    constexpr S(T...) {}
    template <class... U> constexpr S(U...) {}
};
template <class... T> struct R {
    constexpr R(T&&...) {}
    template <class... U> constexpr R(U...) {}
};
R(char) -> R<long>;
S x = 'a';
static_assert(same<decltype(x), S<char>>);
static_assert(same<decltype(*new S(true, 1)), S<bool, int>&>);
static_assert(same<decltype(R{1}), R<int>>);
static_assert(same<decltype(R{'a'}), R<long>>);
template <class... T> constexpr int count(S<T...>) { return sizeof...(T); }
template <class... T> constexpr int count(R<T...>) { return sizeof...(T); }
extern "C" __tile_global__ void test(int* out) {
    out[0] = count(S(1));
    out[1] = count(S(1, 2.0));
    out[2] = count(R{1});
    out[3] = count(S{1, 2, 3});
}
