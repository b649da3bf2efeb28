// case: unreadable_declaration_named
// spec: [dcl.pre]
// reject: E0316 the kernel names what could not be read

LIBRARY_API constexpr int scale(int x) { return 2 * x; }

extern "C" __tile_global__ void test(int* out) {
    constexpr int four = scale(2);
    *out = four;
}
