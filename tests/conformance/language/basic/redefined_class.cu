// case: redefined_class
// spec: [basic.def.odr]/1
// reject: E0309 a class is defined twice
struct S { int a; };
struct S { int a; };
extern "C" __tile_global__ void test(int* out) { S s{1}; *out = s.a; }
