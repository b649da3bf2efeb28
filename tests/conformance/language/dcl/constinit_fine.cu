// case: constinit_fine
// spec: [dcl.constinit]/1
// accept: it is well-formed
constexpr int f() { return 3; }
constinit int x = f();
constinit thread_local int y = 4;
extern "C" __tile_global__ void test(int *p) {}
