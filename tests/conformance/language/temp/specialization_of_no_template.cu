// case: specialization_of_no_template
// spec: [temp.expl.spec]
// reject: E0413 there is no template B
template <typename T>
struct A {};
template <>
struct B<int> {};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(B<int>); }
