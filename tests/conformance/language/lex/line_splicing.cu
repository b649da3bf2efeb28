// case: line_splicing
// spec: [lex.phases]
// arg: i32 = 5
// arg: out i32[4]
// expect: [12350, 6, 5, 3]
// note: phase 2 joins lines before there are tokens; behind a splice, a comment goes on.
#define ADD(a, \
            b) \
    ((a) + (b))

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = n * 24\
70;
    int spl\
iced = n;
    out[1] = ADD(spliced, \
                 1);
    out[2] = n; // this comment does not end here \
    out[2] = 7;
    out[3] = sizeof("a\
b");
}
