// case: incomplete_member
// spec: [class.mem.general]
// accept: the same, corrected
struct Part { int n; };
struct Whole {
    Part part;
};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Whole); }
