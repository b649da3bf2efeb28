// case: noexcept_in_partial_specialisations
// spec: [temp.spec.partial.order]
// arg: out i32[2]
// expect: [1, 2]
// Of partial specialisations the one without a deduced `noexcept` is the more specialised.
template <class T> struct X { static constexpr int v = 0; };
template <class R, class... A> struct X<R(A...)> { static constexpr int v = 1; };
template <class R, class... A, bool B> struct X<R(A...) noexcept(B)> { static constexpr int v = 2; };
extern "C" __tile_global__ void test(int* out) {
    out[0] = X<int(int)>::v;
    out[1] = X<int(int) noexcept>::v;
}
