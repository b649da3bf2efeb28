// case: redeclared_in_block
// spec: [basic.scope.block]/1
// reject: E0309 a variable is declared twice in one block
extern "C" __tile_global__ void test(int* out) {
    int a = 1;
    int a = 2;
    *out = a;
}
