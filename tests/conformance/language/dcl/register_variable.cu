// case: register_variable
// spec: [dcl.stc], C++17: [diff.cpp14.dcl.dcl]
// warns: E0531 the specifier is gone
extern "C" __tile_global__ void test(int* out) {
    register int x = 1;
    *out = x;
}
