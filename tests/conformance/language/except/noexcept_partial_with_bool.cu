// case: noexcept_partial_with_bool
// spec: [except.spec]/1
// accept: the static assertions hold
template <class T> struct S;
template <class R, class... A, bool N> struct S<R(A...) noexcept(N)> {
    static constexpr bool n = N;
};
static_assert(S<int() noexcept>::n && !S<int()>::n);
extern "C" __tile_global__ void test(int *p) {}
