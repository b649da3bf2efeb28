// case: register_parameter
// spec: [dcl.stc], C++17: [diff.cpp14.dcl.dcl]
// warns: E0531 the specifier is gone; said once, not of each call and specialisation
template <class T> __tile__ T twice(register T x) { return 2 * x; }
extern "C" __tile_global__ void test(int* out) { *out = twice(1) + int(twice(2.0f)) + twice(3); }
