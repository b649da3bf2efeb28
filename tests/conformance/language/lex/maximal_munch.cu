// case: maximal_munch
// spec: [lex.pptoken]
// arg: i32 = 10
// arg: i32 = 3
// arg: out i32[6]
// expect: [13, 11, 7, 9, 13, 1]
// note: the next token is the longest one: a+++b is a++ + b, a---b is a-- - b, a<-b compares.
extern "C" __tile_global__ void test(int a, int b, int* out) {
    int i = a;
    out[0] = i+++b;
    out[1] = i;
    i = a;
    out[2] = i---b;
    out[3] = i;
    out[4] = a- -b;
    out[5] = -a<-b;
}
