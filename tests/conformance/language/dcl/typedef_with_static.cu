// case: typedef_with_static
// spec: [dcl.stc]/1, [dcl.typedef]/1
// reject: E0208 the name of a type has no storage
typedef static int number;
extern "C" __tile_global__ void test(number* out) { *out = 1; }
