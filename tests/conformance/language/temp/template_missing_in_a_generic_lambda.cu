// case: template_missing_in_a_generic_lambda
// spec: [temp.names]/3, [temp.dep.expr]
// reject: E0219 what is copied from a dependent parameter is dependent
struct Row { template <int N> __tile__ int get() const { return N; } };
extern "C" __tile_global__ void test(int* out) {
    auto third = [](auto row) { auto copy = row; return copy.get<3>(); };
    *out = third(Row{});
}
