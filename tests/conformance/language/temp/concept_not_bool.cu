// case: concept_not_bool
// spec: [temp.constr.atomic]
// reject: E0411 the type of an atomic constraint is bool exactly
template <typename T>
concept Count = sizeof(T);
template <Count T>
struct A {};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(A<int>); }
