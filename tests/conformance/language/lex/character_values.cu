// case: character_values
// spec: [lex.ccon]
// arg: i32 = 0
// arg: out i32[10]
// expect: [65, 10, 39, 34, 63, 8, 83, -1, 24930, 0]
// note: table 9; an octal escape has at most three digits; a char is signed here, as with the host's compiler.
extern "C" __tile_global__ void test(int zero, int* out) {
    out[0] = 'A' + zero;
    out[1] = '\n';
    out[2] = '\'';
    out[3] = '"';
    out[4] = '\?';
    out[5] = '\b';
    out[6] = '\123';
    out[7] = '\377' + zero;
    out[8] = 'ab';
    out[9] = '\0';
}
