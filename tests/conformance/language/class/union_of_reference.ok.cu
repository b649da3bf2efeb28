// case: union_of_reference
// spec: [class.union.general]
// accept: the same, corrected
union Slot {
    int* target;
    int value;
};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Slot); }
