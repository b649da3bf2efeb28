// case: inline_in_block
// spec: [dcl.inline]
// reject: E0323 a variable of a block is not inline
extern "C" __tile_global__ void test(int* out) {
    inline int x = 1;
    *out = x;
}
