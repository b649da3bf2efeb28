// case: requires_outside_of_templates
// spec: [expr.prim.req.general]/5 a requirement that is not in a template must be valid
// reject: E0312 no `f` takes (int, int)
constexpr int f(int n) { return n; }
static_assert(!requires { f(2, 3); });
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
