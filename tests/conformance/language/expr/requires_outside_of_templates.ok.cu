// case: requires_outside_of_templates
// spec: [expr.prim.req.general]/5 a requirement of a template is false where it is not valid
// accept: the requirement is in a template
constexpr int f(int n) { return n; }
template<class T> constexpr bool takes_two = requires(T a) { f(a, 3); };
static_assert(!takes_two<int>);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
