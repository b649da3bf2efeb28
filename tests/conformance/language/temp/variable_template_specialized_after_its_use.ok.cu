// case: variable_template_specialized_after_its_use
// spec: [temp.expl.spec]/7
// accept: the same, corrected
template <class T>
constexpr int rank = 1;
constexpr int other = rank<char>;
template <>
constexpr int rank<int> = 2;
constexpr int after = rank<int>;
extern "C" __tile_global__ void test(int* out) { *out = after + other; }
