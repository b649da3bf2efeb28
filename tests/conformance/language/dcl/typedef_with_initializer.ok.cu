// case: typedef_with_initializer
// spec: [dcl.typedef]/1
// accept: the same, corrected
typedef int Index;
constexpr Index five = 5;
extern "C" __tile_global__ void test(int* out) { *out = five; }
