// case: header_names
// spec: [lex.header]
// arg: out i32[3]
// expect: [2, 1, 0]
// note: between the quotes and brackets of an #include there are no tokens: neither a comment starts there nor an escape; elsewhere `<` is an operator.
#include "headers//name's.inc"
#if __has_include("headers//name's.inc")
#define FOUND 1
#endif
#if __has_include(<no/*such*/header>) || __has_include("no\such")
#define WRONG 1
#else
#define WRONG 0
#endif

extern "C" __tile_global__ void test(int* out) {
    out[0] = from_odd_name;
    out[1] = FOUND;
    out[2] = WRONG;
}
