// case: const_cannot_be_assigned
// spec: [dcl.type.cv]/4
// reject: E0511 the object is constant
extern "C" __tile_global__ void test(int n, int* out) {
    const int c = n;
    c = 2;
    *out = c;
}
