// case: static_assert_unreadable
// spec: [dcl.name] nothing stands behind the parameters of an abstract declarator
// reject: E0202 expected an expression
static_assert(sizeof(int[2] const&) == 8);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
