// case: template_template_constraint
// spec: [temp.arg.template]
// accept: the parameter asks for as much as the argument
template <typename T>
concept Small = sizeof(T) <= 2;
template <Small T>
struct Tiny {};
template <template <Small> class C>
struct Use {};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Use<Tiny>); }
