// case: pasting
// spec: [cpp.concat]
// arg: i32 = 4
// arg: out i32[9]
// expect: [123, 45, 67, 89, 4, 44, 1, 64, 1024]
// note: an operand is not expanded, and an empty one joins to nothing; the result is a new token, which may be a macro or an operator.
#define t(x, y, z) x##y##z
#define GLUE(a, b) a##b
#define XGLUE(a, b) GLUE(a, b)
#define AB 44
#define A B
#define NAME value_

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = t(1, 2, 3);
    out[1] = t(, 4, 5);
    out[2] = t(6, , 7);
    out[3] = t(8, 9, );
    int value_1 = n;
    out[4] = XGLUE(NAME, 1);
    out[5] = GLUE(A, B);
    out[6] = n GLUE(<, =) 4;
    out[7] = n GLUE(<, <) n;
    int GLUE(x, 2) = 256;
    x2 GLUE(*, =) n;
    out[8] = x2;
}
