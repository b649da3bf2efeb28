// case: raw_strings
// spec: [lex.string]
// arg: i32 = 1
// arg: out i32[8]
// expect: [5, 92, 34, 41, 10, 8, 12, 41]
// note: in a raw string a backslash is one, and `)"` needs its delimiter to end it.
#define ROUND(x) x

extern "C" __tile_global__ void test(int i, int* out) {
    out[0] = sizeof(R"(a\n")");
    out[1] = R"(a\n")"[i];
    out[2] = R"x()"y)x"[i];
    out[3] = R"x()"y)x"[i - 1];
    out[4] = R"(
)"[i - 1];
    out[5] = sizeof(uR"(,\))");
    out[6] = sizeof(ROUND(UR"(,))")) - 0;
    out[7] = u8R"d-1.+*((")d")d-1.+*"[i + 1];
}
