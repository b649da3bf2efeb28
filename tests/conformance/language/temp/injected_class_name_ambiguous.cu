// case: injected_class_name_ambiguous
// spec: [temp.local]/1
// reject: E0302 `A` is ambiguous
template <class T> struct A {};
template <class T> struct B : A<int>, A<char> {};
extern "C" __tile_global__ void test(int *p) { B<int>::A x; }
