// case: scope_ends
// spec: [basic.scope.block]/1
// reject: E0301 the name ends with its block
extern "C" __tile_global__ void test(int* out) {
    { int inner = 1; *out = inner; }
    *out += inner;
}
