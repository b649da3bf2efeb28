// case: array_bound_template
// spec: [dcl.array]/6
// accept: the static assertions hold
template <class T> struct S {
    static const T q[];
};
template <class T> const T S<T>::q[] = {1, 2, 3};
static_assert(sizeof(S<int>::q) == 12);
extern "C" __tile_global__ void test(int *p) {}
