// case: partial_ordering
// spec: [temp.spec.partial]/1
// accept: the static assertions hold
template <class T, class U> constexpr int f(T, U) { return 1; }
template <class T> constexpr int f(T, T) { return 2; }
template <class T> constexpr int f(T *, T *) { return 3; }
template <class T> constexpr int f(const T *, const T *) { return 4; }
static_assert(f(1, 'c') == 1 && f(1, 1) == 2 && f((int *)0, (int *)0) == 3 && f((const int *)0, (const int *)0) == 4);
extern "C" __tile_global__ void test(int *p) {}
