// case: partial_specialization_is_no_more_special
// spec: [temp.spec.partial.general]
// reject: E0413 the arguments are those of the primary template
template <typename T, int N>
struct A {};
template <typename T, int N>
struct A<T, N> {};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(A<int, 1>); }
