// case: member_redeclared
// spec: [class.mem.general]
// reject: E0309 two members with one name
struct Pair {
    int a;
    float a;
};

extern "C" __tile_global__ void test(int* out) { *out = Pair{1}.a; }
