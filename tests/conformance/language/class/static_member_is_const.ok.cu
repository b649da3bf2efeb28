// case: static_member_is_const
// spec: [class.static.mfct]
// accept: the same, corrected
struct A {
    static __tile__ int f() { return 1; }
};

extern "C" __tile_global__ void test(int* out) { *out = A::f(); }
