// case: explicit_written_twice
// spec: [dcl.spec.general]/2
// reject: E0208 each specifier at most once
struct Box { explicit explicit __tile__ Box(int n) : value(n) {} int value; };
extern "C" __tile_global__ void test(int* out, int n) { *out = Box(n).value; }
