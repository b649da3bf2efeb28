// case: union_with_two_initializers
// spec: [class.mem.general]/10
// reject: E0522 which member would be active
union Both {
    int i = 1;
    float f = 2;
};
extern "C" __tile_global__ void test(int* out) { *out = Both{}.i; }
