// case: directives_in_arguments
// spec: [cpp.replace]
// arg: i32 = 4
// arg: out i32[3]
// expect: [6, 9, 4]
// note: paragraph 11 leaves a directive inside of an argument undefined; like GCC and Clang, tilec obeys it.
#define ADD(a, b) ((a) + (b))

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = ADD(n,
#if 0
                 1
#else
                 2
#endif
    );
    out[1] = ADD(
#define FIVE 5
        FIVE, n);
    out[2] = ADD(n, 0 // a comment in an argument
    );
}
