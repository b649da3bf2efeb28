// case: redefinition
// spec: [cpp.replace]
// arg: out i32[4]
// expect: [1, 3, 3, 8]
// note: the same definition again is not a different one, whatever white space parts its tokens; after #undef any is.
#define ONE (1-1+1)
#define ONE /* white space */ (1-1+1) // and more
#define ADD(a, b) ( a + b )
#define ADD(a, b)  ( a +   b /* other */ )
#undef NEVER_DEFINED

extern "C" __tile_global__ void test(int* out) {
    out[0] = ONE;
    out[1] = ADD(1, 2);
#undef ONE
#define ONE(x) x
    out[2] = ONE(3);
#undef ADD
    auto ADD = [](int a, int b) { return a * b; };
    out[3] = ADD(2, 4);
}
