// case: push_and_pop
// spec: [cpp.pragma]
// arg: out i32[4]
// expect: [1, 2, 1, 7]
// note: push_macro and pop_macro of GCC keep definitions on a stack for each name, also that there is none.
#define A 1
constexpr int B = 7;

extern "C" __tile_global__ void test(int* out) {
    out[0] = A;
#pragma push_macro("A")
#pragma push_macro("B")
#undef A
#define A 2
#define B 8
    out[1] = A;
#pragma pop_macro("A")
#pragma pop_macro("B")
    out[2] = A;
    out[3] = B;
}
