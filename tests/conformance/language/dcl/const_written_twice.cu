// case: const_written_twice
// spec: [dcl.type.cv]/1
// reject: E0208 redundant qualifiers come from names of types only
extern "C" __tile_global__ void test(int* out, int n) {
    const int const twice = 2 * n;
    *out = twice;
}
