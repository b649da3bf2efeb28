// case: basic_character_by_name
// spec: [lex.charset]
// reject: E0104 outside literals a universal character name never names a basic character
extern "C" __tile_global__ void test(int* out) {
    int \u0041 = 1;
    *out = 1;
}
