// case: ambiguous_base_member
// spec: [class.member.lookup]
// accept: the same, corrected
struct Left {
    int n = 1;
};
struct Right {
    int n = 2;
};
struct Both : Left, Right {
    using Left::n;
};

extern "C" __tile_global__ void test(int* out) { *out = Both().n; }
