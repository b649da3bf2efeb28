// case: template_missing_behind_a_dot
// spec: [temp.names]/3
// accept: said to be a template
struct Row { template <int N> __tile__ int get() const { return N; } };
template <class T> __tile__ int third(const T& t) { return t.template get<3>(); }
extern "C" __tile_global__ void test(int* out) { *out = third(Row{}); }
