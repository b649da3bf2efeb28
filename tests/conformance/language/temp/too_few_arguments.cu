// case: too_few_arguments
// spec: [temp.arg.general]
// reject: E0401 the second parameter has no default
template <typename T, int N>
struct A {};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(A<int>); }
