// case: template_missing_behind_a_scope
// spec: [temp.names]/3
// accept: said to be a template
struct Row { template <int N> static __tile__ int get() { return N; } };
template <class T> __tile__ int third() { return T::template get<3>(); }
extern "C" __tile_global__ void test(int* out) { *out = third<Row>(); }
