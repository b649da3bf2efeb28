// case: incomplete_member
// spec: [class.mem.general]
// reject: E0308 a member of an incomplete class
struct Part;
struct Whole {
    Part part;
};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Whole); }
