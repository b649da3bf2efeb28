// case: hex_escape_out_of_range
// spec: [lex.ccon]
// accept: a wchar_t has more
extern "C" __tile_global__ void test(int* out) { *out = L'\x100'; }
