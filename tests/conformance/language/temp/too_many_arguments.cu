// case: too_many_arguments
// spec: [temp.arg.general]
// reject: E0401 the template has one parameter
template <typename T>
struct A {};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(A<int, char>); }
