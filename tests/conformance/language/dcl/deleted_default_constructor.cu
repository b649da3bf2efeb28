// case: deleted_default_constructor
// spec: [dcl.init.general]/7
// reject: E0502 default-initialisation of a class with a reference member
struct S { int& r; };

extern "C" __tile_global__ void test(int* out) {
    S s;
    *out = s.r;
}
