// case: noexcept_partial
// spec: [except.spec]/1
// accept: the static assertions hold
template <class T> constexpr int n = 0;
template <class R, class... A> constexpr int n<R(A...)> = 1;
template <class R, class... A> constexpr int n<R(A...) noexcept> = 2;
static_assert(n<int(int)> == 1 && n<int(int) noexcept> == 2);
extern "C" __tile_global__ void test(int *p) {}
