// case: partial_specialization_not_deducible
// spec: [temp.spec.partial.general]
// reject: E0413 nothing says what U is
template <typename T>
struct A {};
template <typename T, typename U>
struct A<T*> {};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(A<int*>); }
