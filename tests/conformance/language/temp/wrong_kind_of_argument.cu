// case: wrong_kind_of_argument
// spec: [temp.arg.type]
// reject: E0402 a value is not a type
template <typename T>
struct A {};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(A<3>); }
