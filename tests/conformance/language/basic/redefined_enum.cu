// case: redefined_enum
// spec: [basic.def.odr]/1
// reject: E0309 an enumeration is defined twice
enum E { a };
enum E { b };
extern "C" __tile_global__ void test(int* out) { *out = int(E{}); }
