// case: compound_literal_of_a_class_template
// spec: [dcl.type.class.deduct]
// reject: E0401 a cast has no placeholder of a class
template <class T> struct S { T a; };
template <class T> S(T) -> S<T>;
extern "C" __tile_global__ void test(int* out) { *out = ((S){1}).a; }
