// case: address_of_auto_template_of_other_type
// spec: [over.over]/2, [conv.fctptr]
// reject: E0312 the function returns `float`
template <int N> __tile__ auto real(int n) { return n * 0.5f; }
__tile__ int call(int (*f)(int), int n) { return f(n); }
extern "C" __tile_global__ void test(int* out) { *out = call(real<3>, 4); }
