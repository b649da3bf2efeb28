// case: union_of_reference
// spec: [class.union.general]
// reject: E0310 what a union refers to would not be known
union Slot {
    int& target;
    int value;
};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Slot); }
