// case: template_template_constraint
// spec: [temp.arg.template]
// reject: E0402 the parameter is less constrained than the argument
template <typename T>
concept Small = sizeof(T) <= 2;
template <Small T>
struct Tiny {};
template <template <typename> class C>
struct Use {};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Use<Tiny>); }
