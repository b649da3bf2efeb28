// case: attribute_not_closed
// spec: [dcl.attr.grammar]
// accept: the same, corrected

extern "C" __tile_global__ void test(int* out, int n) {
    [[maybe_unused]] int x = n;
    *out = x;
}
