// case: variable_template_specialized_after_its_use
// spec: [temp.expl.spec]/7
// reject: E0413 the use would instantiate the template
template <class T>
constexpr int rank = 1;
constexpr int before = rank<int>;
template <>
constexpr int rank<int> = 2;
extern "C" __tile_global__ void test(int* out) { *out = before; }
