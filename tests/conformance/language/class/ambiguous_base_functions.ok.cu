// case: ambiguous_base_functions
// spec: [class.member.lookup]
// accept: the same, corrected
struct Left {
    __tile__ int f(int) const { return 1; }
};
struct Right {
    __tile__ int f(float) const { return 2; }
};
struct Both : Left, Right {
    using Left::f;
    using Right::f;
};

extern "C" __tile_global__ void test(int* out) { *out = Both().f(1); }
