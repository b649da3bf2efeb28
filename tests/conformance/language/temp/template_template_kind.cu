// case: template_template_kind
// spec: [temp.arg.template]
// reject: E0402 a value parameter is not a type parameter
template <int N>
struct Number {};
template <template <typename> class C>
struct Use {};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Use<Number>); }
