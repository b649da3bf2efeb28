// case: mixed_string_prefixes
// spec: [lex.string]
// reject: E0111 a char16_t string cannot be concatenated with a char32_t string
extern "C" __tile_global__ void test(int* out) { *out = sizeof(u"a" U"b"); }
