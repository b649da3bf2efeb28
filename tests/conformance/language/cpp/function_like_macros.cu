// case: function_like_macros
// spec: [cpp.replace]
// arg: i32 = 6
// arg: out i32[7]
// expect: [7, 12, 6, 36, 9, 3, 8]
// note: without a parenthesis the name is not a call; white space and lines may stand before it; parentheses protect commas.
#define NEXT(x) ((x) + 1)
#define OBJECT (x) + 6
#define FIRST(a, b) a
#define NONE() 3
#define ADD2(a, b) a + b

extern "C" __tile_global__ void test(int x, int* out) {
    int NEXT = x;
    out[0] = NEXT(x);
    out[1] = OBJECT;
    out[2] = NEXT;
    out[3] = FIRST((x * x), );
    out[4] = ADD2
        (x,
         3);
    out[5] = NONE( );
    auto pair = [](int a, int b) { return a + b; };
    out[6] = FIRST(pair(x, 2), none);
}
