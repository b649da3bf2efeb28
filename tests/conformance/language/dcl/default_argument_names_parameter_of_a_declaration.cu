// case: default_argument_names_parameter_of_a_declaration
// spec: [dcl.fct.default]/9
// reject: E0522 a default argument cannot use another parameter, also where the definition gives it another name
template <class T> __tile__ constexpr int sum(T a, int b = a);
template <class T> __tile__ constexpr int sum(T first, int b) { return 2 + b; }
extern "C" __tile_global__ void test(int* out) { *out = sum(1); }
