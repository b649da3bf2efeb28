// case: typedef_with_initializer
// spec: [dcl.typedef]/1
// reject: E0212 a type has no value
typedef int Index = 5;
extern "C" __tile_global__ void test(int* out) { *out = 5; }
