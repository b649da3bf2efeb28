// case: partial_specialisation_ordering
// spec: [temp.spec.partial]/1
// accept: the static assertions hold
template <class T, class U> constexpr int n = 0;
template <class T> constexpr int n<T, T> = 1;
template <class T, class U> constexpr int n<T *, U> = 2;
template <class T> constexpr int n<T *, T *> = 3;
static_assert(n<int, char> == 0 && n<int, int> == 1 && n<int *, int> == 2 && n<int *, int *> == 3);
extern "C" __tile_global__ void test(int *p) {}
