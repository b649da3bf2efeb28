// case: has_include
// spec: [cpp.cond]
// arg: out i32[5]
// expect: [1, 0, 1, 1, 1]
// note: the operand is a header name, or macros that make one; the answer is that of the search for it.
#define HEADER "headers/list.inc"
#define QUOTE(x) #x
#define EXPAND(x) QUOTE(x)

constexpr int found[] = {
#if __has_include("headers/list.inc")
    1,
#else
    0,
#endif
#if __has_include("headers/none.inc") || __has_include(<headers/none.inc>)
    1,
#else
    0,
#endif
#if __has_include(HEADER)
    1,
#else
    0,
#endif
#if __has_include(<cstdint>) && defined(__has_include) && defined __has_cpp_attribute
    1,
#else
    0,
#endif
#ifdef __has_include
    1,
#endif
};

extern "C" __tile_global__ void test(int* out) {
    for (int i = 0; i < 5; ++i) out[i] = found[i];
}
