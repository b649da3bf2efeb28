// case: static_outside_of_the_class
// spec: [class.static.general]
// accept: the same, corrected
struct A {
    static __tile__ int f();
};
__tile__ int A::f() { return 1; }

extern "C" __tile_global__ void test(int* out) { *out = A::f(); }
