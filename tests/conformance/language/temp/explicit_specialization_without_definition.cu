// case: explicit_specialization_without_definition
// spec: [temp.expl.spec]
// reject: E0308 the specialisation is declared, never defined
template <typename T>
struct A {
    T v;
};
template <>
struct A<int>;

extern "C" __tile_global__ void test(int* out) { *out = sizeof(A<int>); }
