// case: union_with_two_initializers
// spec: [class.mem.general]/10
// accept: the same, corrected
union Both {
    int i = 1;
    float f;
};
extern "C" __tile_global__ void test(int* out) { *out = Both{}.i; }
