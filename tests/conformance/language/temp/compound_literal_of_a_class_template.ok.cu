// case: compound_literal_of_a_class_template
// spec: [dcl.type.class.deduct]
// accept: the arguments are written, or nothing but braces follows the name
template <class T> struct S { T a; };
template <class T> S(T) -> S<T>;
extern "C" __tile_global__ void test(int* out) { *out = ((S<int>){1}).a + (S{1}).a; }
