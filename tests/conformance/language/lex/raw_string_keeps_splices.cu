// case: raw_string_keeps_splices
// spec: [lex.pptoken]
// arg: i32 = 1
// arg: out i32[4]
// expect: [5, 92, 10, 120]
// note: paragraph 3.1: between the quotes, phases 1 and 2 are undone. `a`, `\`, new-line, `b`, zero.
constexpr char text[] = R"(a\
b)";

#define NUMBER R"x(x\
y)x"

extern "C" __tile_global__ void test(int i, int* out) {
    out[0] = sizeof(text);
    out[1] = text[i];
    out[2] = text[i + 1];
    out[3] = NUMBER[i - 1];
}
