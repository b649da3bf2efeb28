// case: computed_include
// spec: [cpp.include]
// arg: out i32[2]
// expect: [2, 8]
// note: the example of the standard: macros make the header name, here in quotes.
#define STR(s) #s
#define XSTR(s) STR(s)
#define INCFILE(n) headers/vers##n
#include XSTR(INCFILE(2).h)
#define CSTDINT <cstdint>
#include CSTDINT

extern "C" __tile_global__ void test(int* out) {
    out[0] = version;
    out[1] = sizeof(std::int64_t);
}
