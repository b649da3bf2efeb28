// case: argument_of_another_type
// spec: [temp.arg.nontype]
// reject: E0503 a pointer is not an int
template <int N>
struct A {};
constexpr int k = 1;

extern "C" __tile_global__ void test(int* out) { *out = sizeof(A<&k>); }
