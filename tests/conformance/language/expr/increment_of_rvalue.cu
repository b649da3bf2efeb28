// case: increment_of_rvalue
// spec: [expr.post.incr]/1
// reject: E0510 the operand is not an lvalue
extern "C" __tile_global__ void test(int n, int* out) { *out = ++(n++); }
