// case: partial_ordering_packs
// spec: [temp.spec.partial]/1
// accept: the static assertions hold
template <class... T> constexpr int f(T...) { return 1; }
template <class T, class... U> constexpr int f(T, U...) { return 2; }
template <class T> constexpr int f(T) { return 3; }
static_assert(f() == 1 && f(1) == 3 && f(1, 2) == 2);
extern "C" __tile_global__ void test(int *p) {}
