// case: incomplete_class_object
// spec: [basic.types]/5
// reject: E0308 an object needs a complete class
struct S;
extern "C" __tile_global__ void test(int* out) { S s; *out = 1; }
