// case: noreturn_attribute
// spec: [dcl.attr.noreturn]
// arg: i32 = 2
// arg: out i32[1]
// expect: [4]
[[noreturn]] __tile__ void never() { while (true) {} }
extern "C" __tile_global__ void test(int n, int* out) { if (n > 5) never(); out[0] = 2 * n; }
