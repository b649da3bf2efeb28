// case: nodiscard_constructor
// spec: [dcl.attr.nodiscard]
// accept: the same, corrected
struct Guard {
    int* p;
    [[nodiscard]] __tile__ explicit Guard(int* p) : p(p) { *p = 1; }
    __tile__ ~Guard() { *p = 0; }
};

extern "C" __tile_global__ void test(int* out) { Guard guard{out}; }
