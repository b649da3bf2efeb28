// case: sizeof_own_enumeration
// spec: [dcl.enum], [expr.sizeof]
// reject: E0308 without a fixed type an enumeration is incomplete before its closing brace
enum Size { small = 1, own = sizeof(Size) };

extern "C" __tile_global__ void test(int* out) { *out = own; }
