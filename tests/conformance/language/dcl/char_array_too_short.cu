// case: char_array_too_short
// spec: [dcl.init.string]/2
// reject: E0505 no room for the final zero
extern "C" __tile_global__ void test(int* out) {
    char a[3] = "abc";
    *out = a[0];
}
