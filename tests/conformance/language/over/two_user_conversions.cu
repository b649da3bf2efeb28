// case: two_user_conversions
// spec: [class.conv]/4
// reject: E0312 at most one user-defined conversion is applied
struct A {
    __tile__ A(int) {}
};
struct B {
    __tile__ B(A) {}
};
__tile__ int f(B) { return 1; }

extern "C" __tile_global__ void test(int* out) { *out = f(1); }
