// case: static_cast_of_braces
// spec: [expr.static.cast]/1 the operand is an expression
// reject: E0202 expected an expression, found `{`
struct X { int a; };
static_assert(static_cast<X>({1}).a == 1);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
