// case: partial_specialisation_ambiguous
// spec: [temp.spec.partial]/1
// reject: E0406 `S<int*, int*>` matches two partial specialisations equally 
template <class T, class U> struct S {};
template <class T, class U> struct S<T *, U> {};
template <class T, class U> struct S<T, U *> {};
extern "C" __tile_global__ void test(int *p) { S<int *, int *> s; }
