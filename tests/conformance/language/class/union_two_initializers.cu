// case: union_two_initializers
// spec: [class.union.general]
// reject: E0505 one member of a union is initialised
union Number {
    int i;
    float f;
};

extern "C" __tile_global__ void test(int* out) {
    Number n{1, 2.0f};
    *out = n.i;
}
