// case: template_missing_in_a_template_argument
// spec: [temp.names]/3, [temp.res.general]
// accept: said to be a template
template <template <class> class F> struct Apply { using type = F<int>; };
struct Maker { template <class T> using make = T; };
template <class T> __tile__ int made(int n) {
    typename Apply<T::template make>::type value = n;
    return value;
}
extern "C" __tile_global__ void test(int* out, int n) { *out = made<Maker>(n); }
