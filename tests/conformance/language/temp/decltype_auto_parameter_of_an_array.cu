// case: decltype_auto_parameter_of_an_array
// spec: [temp.param]/10
// arg: out i32[1]
// expect: [3]
// A parameter whose placeholder stands for an array is a pointer.
constexpr int a[3] = {1, 2, 3};
template <decltype(auto) N> struct X { static constexpr int v = N[2]; };
extern "C" __tile_global__ void test(int* out) { *out = X<a>::v; }
