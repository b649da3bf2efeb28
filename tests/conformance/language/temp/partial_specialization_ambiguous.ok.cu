// case: partial_specialization_ambiguous
// spec: [temp.spec.partial.match]
// accept: a third one is more specialised than both
template <class T1, class T2, int I>
struct A {};
template <class T1, class T2, int I>
struct A<T1*, T2, I> {};
template <class T1, class T2, int I>
struct A<T1, T2*, I> {};
template <class T1, class T2, int I>
struct A<T1*, T2*, I> {};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(A<int*, int*, 2>); }
