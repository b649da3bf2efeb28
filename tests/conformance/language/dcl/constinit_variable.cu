// case: constinit_variable
// spec: [dcl.constinit]
// arg: out i32[2]
// expect: [3, 4]
constinit const int a = 3;
struct S { static constinit const int b; };
constinit const int S::b = a + 1;
extern "C" __tile_global__ void test(int* out) { out[0] = a; out[1] = S::b; }
