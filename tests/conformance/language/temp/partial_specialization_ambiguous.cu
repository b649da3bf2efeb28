// case: partial_specialization_ambiguous
// spec: [temp.spec.partial.match]
// note: the standard's own class A: two specialisations match, neither is more specialised
// reject: E0406 A<T, T2*, I> and A<T1*, T2, I> both match
template <class T1, class T2, int I>
struct A {};
template <class T1, class T2, int I>
struct A<T1*, T2, I> {};
template <class T1, class T2, int I>
struct A<T1, T2*, I> {};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(A<int*, int*, 2>); }
