// case: auto_without_initializer
// spec: [dcl.spec.auto]
// reject: E0318 `auto` needs an initialiser
extern "C" __tile_global__ void test(int* out) { auto a; *out = 1; }
