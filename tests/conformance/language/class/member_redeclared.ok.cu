// case: member_redeclared
// spec: [class.mem.general]
// accept: the same, corrected
struct Pair {
    int a;
    float b;
};

extern "C" __tile_global__ void test(int* out) { *out = Pair{1}.a; }
