// case: pointer_to_reference
// spec: [dcl.ref]/5
// reject: E0310 there are no pointers to references
extern "C" __tile_global__ void test(int n, int* out) { int&* p = nullptr; *out = n; }
