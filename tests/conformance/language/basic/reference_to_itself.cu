// case: reference_to_itself
// spec: [basic.scope.pdecl]
// reject: E0314 the reference refers to nothing yet
extern "C" __tile_global__ void test(int* out) {
    int& x = x;
    *out = x;
}
