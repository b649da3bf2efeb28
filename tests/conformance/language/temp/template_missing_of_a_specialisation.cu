// case: template_missing_of_a_specialisation
// spec: [temp.names]/3, [temp.dep.type]
// reject: E0219 another specialisation may have another `get`
template <class T> struct Row { template <int N> static __tile__ int get() { return N; } };
template <class T> __tile__ int third() { return Row<T>::get<3>(); }
extern "C" __tile_global__ void test(int* out) { *out = third<int>(); }
