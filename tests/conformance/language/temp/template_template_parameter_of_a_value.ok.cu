// case: template_template_parameter_of_a_value
// spec: [temp.param]/1
// accept: the same, corrected
template <template <class> class Pick> struct Use { static constexpr int size = sizeof(Pick<int>); };
template <class T> struct Box { T value; };
extern "C" __tile_global__ void test(int* out) { *out = Use<Box>::size; }
