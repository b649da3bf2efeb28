// case: explicit_specialization_as_template_argument
// spec: [temp.arg.template]/1 [temp.arg.explicit]
// reject: E0312 the only template wants a template as its second argument and is given a class
template <class... T> struct List {};
template <class T, template <class...> class L> __tile__ int count(T value) { return value; }
extern "C" __tile_global__ void test(int* out, int n) { *out = count<int, List<int>>(n); }
