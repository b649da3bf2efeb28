// case: template_missing_of_a_field
// spec: [temp.names]/3, [temp.dep.expr]
// reject: E0219 a member declared with a dependent type
struct Row { template <int N> __tile__ int get() const { return N; } };
template <class T> struct Pair {
    __tile__ int third() const { return first.get<3>(); }
    T first, second;
};
extern "C" __tile_global__ void test(int* out) { *out = Pair<Row>{}.third(); }
