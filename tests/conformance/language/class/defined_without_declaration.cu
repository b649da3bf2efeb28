// case: defined_without_declaration
// spec: [class.mfct]
// reject: E0303 a class declares all its members
struct A {
    __tile__ int f();
};
__tile__ int A::f() { return 1; }
__tile__ int A::g() { return 2; }

extern "C" __tile_global__ void test(int* out) { *out = A().f(); }
