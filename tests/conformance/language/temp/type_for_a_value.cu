// case: type_for_a_value
// spec: [temp.arg.nontype]
// reject: E0402 a type is not a value
template <int N>
struct A {};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(A<int>); }
