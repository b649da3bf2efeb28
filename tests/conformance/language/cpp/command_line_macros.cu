// case: command_line_macros
// spec: [cpp.replace]
// flags: -DPLAIN -DVALUE=5 -DADD(a,b)=((a)+(b)) -UVALUE -DVALUE=6 -DTEXT="a"
// arg: out i32[4]
// expect: [1, 6, 7, 97]
extern "C" __tile_global__ void test(int* out) {
    out[0] = PLAIN;
    out[1] = VALUE;
    out[2] = ADD(PLAIN, VALUE);
    out[3] = TEXT[0];
}
