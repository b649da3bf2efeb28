// case: defaulted_ordinary_function
// spec: [dcl.fct.def.default]
// reject: E0324 only special member functions and comparisons have a meaning of their own
struct Slot {
    int value;
    __tile__ void clear() = default;
};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Slot); }
