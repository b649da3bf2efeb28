// case: carriage_returns
// spec: [lex.phases]
// arg: i32 = 4
// arg: out i32[3]
// expect: [9, 4, 10]
// note: lines may end in CR LF; a splice takes both, and a raw string has one new-line.
#define ADD(a, b) \
    ((a) + \
     (b))
constexpr char text[] = R"(a
b)";

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = ADD(n, 5);
    out[1] = sizeof(text);
    out[2] = text[n - 3];
}
