// case: template_missing_behind_a_dot
// spec: [temp.names]/3
// reject: E0219 behind a dependent object `<` is less-than
struct Row { template <int N> __tile__ int get() const { return N; } };
template <class T> __tile__ int third(const T& t) { return t.get<3>(); }
extern "C" __tile_global__ void test(int* out) { *out = third(Row{}); }
