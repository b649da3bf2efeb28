// case: template_template_parameter_of_a_value
// spec: [temp.param]/1
// reject: E0215 only class templates are arguments
template <template <class> int Pick> struct Use {};
extern "C" __tile_global__ void test(int* out) { *out = 1; }
