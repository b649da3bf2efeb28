// case: include_inside_a_list
// spec: [cpp.include]
// arg: i32 = 2
// arg: out i32[2]
// expect: [3, 3]
// note: a header is text: it may be part of anything.
extern "C" __tile_global__ void test(int i, int* out) {
    int list[] = {
#include "headers/open_call.inc"
        3};
    out[0] = list[i];
    out[1] = sizeof(list) / sizeof(int);
}
