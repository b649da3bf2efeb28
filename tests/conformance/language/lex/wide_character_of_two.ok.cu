// case: wide_character_of_two
// spec: [lex.ccon]
// accept: without the prefix its value is up to the implementation
extern "C" __tile_global__ void test(int* out) { *out = 'ab'; }
