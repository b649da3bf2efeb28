// case: defined_with_other_qualifiers
// spec: [class.mfct]
// reject: E0309 const and not const are two functions
struct A {
    int v;
    __tile__ int f() const;
};
__tile__ int A::f() { return v; }

extern "C" __tile_global__ void test(int* out) { *out = 1; }
