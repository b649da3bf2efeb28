// case: namespace_is_no_value
// spec: [basic.lookup.unqual], [expr.prim.id]
// reject: E0306 a namespace is not an expression
namespace n {}
extern "C" __tile_global__ void test(int* out) { *out = n; }
