// case: aligned_behind_the_class
// spec: [dcl.align], GNU's attributes of types
// arg: out i32[4]
// expect: [16, 16, 32, 7]
// note: right behind the `}` an attribute belongs to the class, whatever is declared with it

typedef struct { int x; } __attribute__((aligned(16))) Named;
struct Other { int x; } __attribute__((aligned(32))) *nowhere;

extern "C" __tile_global__ void test(int* out) {
    Named a[2] = {{3}, {4}};
    out[0] = sizeof(Named);
    out[1] = alignof(Named);
    out[2] = alignof(Other);
    out[3] = a[0].x + a[1].x;
}
