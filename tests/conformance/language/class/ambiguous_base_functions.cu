// case: ambiguous_base_functions
// spec: [class.member.lookup]
// reject: E0302 functions of two bases do not overload each other
struct Left {
    __tile__ int f(int) const { return 1; }
};
struct Right {
    __tile__ int f(float) const { return 2; }
};
struct Both : Left, Right {
};

extern "C" __tile_global__ void test(int* out) { *out = Both().f(1); }
