// case: white_space
// spec: [lex.token]
// arg: i32 = 6
// arg: out i32[2]
// expect: [8, 6]
// note: form feed, vertical tab and horizontal tab part tokens like blanks.
extern"C"__tile_global__	void test(int n,int*out) {
    out[0]=n	+ 2;
    out[1] = n;
}
