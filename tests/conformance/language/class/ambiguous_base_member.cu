// case: ambiguous_base_member
// spec: [class.member.lookup]
// reject: E0302 the same name comes from two bases
struct Left {
    int n = 1;
};
struct Right {
    int n = 2;
};
struct Both : Left, Right {
};

extern "C" __tile_global__ void test(int* out) { *out = Both().n; }
