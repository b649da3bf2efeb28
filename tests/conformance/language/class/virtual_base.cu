// case: virtual_base
// spec: tile: 18 Language restrictions
// reject: E0553 a virtual base in tile code
struct Base {
    int n = 1;
};
struct Left : virtual Base {};

extern "C" __tile_global__ void test(int* out) {
    Left left;
    *out = left.n;
}
