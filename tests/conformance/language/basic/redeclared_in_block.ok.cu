// case: redeclared_in_block
// spec: [basic.scope.block]/1
// accept: in a block of its own the name hides the other
extern "C" __tile_global__ void test(int* out) {
    int a = 1;
    { int a = 2; *out = a; }
    *out += a;
}
