// case: opaque_enum
// spec: [dcl.enum]/3
// arg: out i32[2]
// expect: [2, 7]
enum Later : short;
enum class Scoped;
__tile__ int size(Later) { return sizeof(Later); }
enum Later : short { seven = 7 };
extern "C" __tile_global__ void test(int* out) { out[0] = size(seven); out[1] = seven; }
