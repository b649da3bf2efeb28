// case: defined_with_other_return_type
// spec: [class.mfct], [basic.link]
// reject: E0309 all declarations of a function have one type
struct A {
    __tile__ int f(int x);
};
__tile__ float A::f(int x) { return x; }

extern "C" __tile_global__ void test(int* out) { *out = 1; }
