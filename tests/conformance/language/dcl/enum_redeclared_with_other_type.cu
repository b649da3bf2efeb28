// case: enum_redeclared_with_other_type
// spec: [dcl.enum]
// reject: E0309 the underlying type is fixed by the first declaration
enum class Mode : int;
enum class Mode : long { read, write };

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Mode); }
