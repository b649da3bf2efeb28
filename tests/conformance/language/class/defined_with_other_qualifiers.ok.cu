// case: defined_with_other_qualifiers
// spec: [class.mfct]
// accept: the same, corrected
struct A {
    int v;
    __tile__ int f() const;
};
__tile__ int A::f() const { return v; }

extern "C" __tile_global__ void test(int* out) { *out = A{1}.f(); }
