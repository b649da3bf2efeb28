// case: try_block
// spec: tile: 18 Language restrictions
// reject: E0550 a try block in a kernel
extern "C" __tile_global__ void test(int* out, int n) {
    try {
        *out = n;
    } catch (int) {
    }
}
