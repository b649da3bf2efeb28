// case: function_template_defined_twice
// spec: [basic.def.odr]/1, [temp.over.link]/6
// reject: E0309 both definitions are of the template that is declared before
template <class T> constexpr int f(T, int n = 1);
template <class T> constexpr int f(T, int n) { return n; }
template <class T> constexpr int f(T, int n) { return n + 1; }
extern "C" __tile_global__ void test(int* out) { *out = f(1); }
