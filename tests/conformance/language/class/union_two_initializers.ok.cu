// case: union_two_initializers
// spec: [class.union.general]
// accept: the same, corrected
union Number {
    int i;
    float f;
};

extern "C" __tile_global__ void test(int* out) {
    Number n{1};
    *out = n.i;
}
