// case: static_outside_of_the_class
// spec: [class.static.general]
// reject: E0323 static outside of a class means something else
struct A {
    static __tile__ int f();
};
static __tile__ int A::f() { return 1; }

extern "C" __tile_global__ void test(int* out) { *out = A::f(); }
