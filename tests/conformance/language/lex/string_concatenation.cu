// case: string_concatenation
// spec: [lex.string]
// arg: i32 = 1
// arg: out i32[7]
// expect: [5, 3, 66, 10, 7, 228, 98]
// note: phase 6 joins what phase 5 has made: "\xA" "B" has two characters. One prefix serves both.
#define WORLD "d"

extern "C" __tile_global__ void test(int i, int* out) {
    out[0] = sizeof("ab" "c" WORLD);
    out[1] = sizeof("\xA" "B");
    out[2] = "\xA" "B"[i];
    out[3] = sizeof(u"ab" "cd");
    out[4] = sizeof(u8"é" "\u00e9" u8"é");
    out[5] = ("x" U"ä")[i];
    out[6] = ("a"
              // a comment may stand between
              "b")[i];
}
