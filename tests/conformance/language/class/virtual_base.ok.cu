// case: virtual_base
// spec: tile: 18 Language restrictions
// accept: the same, corrected
struct Base {
    int n = 1;
};
struct Left : Base {};

extern "C" __tile_global__ void test(int* out) {
    Left left;
    *out = left.n;
}
