// case: static_cast_of_braces
// spec: [expr.type.conv]/1 a list initialises the parameter of a constructor
// accept: the list is an argument
struct X { int a; };
static_assert(X({1}).a == 1);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
