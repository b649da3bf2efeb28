// case: enum_redeclared_with_other_type
// spec: [dcl.enum]
// accept: the same, corrected
enum class Mode : long;
enum class Mode : long { read, write };

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Mode); }
