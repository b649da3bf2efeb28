// case: static_member_is_const
// spec: [class.static.mfct]
// reject: E0323 a static member function has no object that could be const
struct A {
    static __tile__ int f() const { return 1; }
};

extern "C" __tile_global__ void test(int* out) { *out = A::f(); }
