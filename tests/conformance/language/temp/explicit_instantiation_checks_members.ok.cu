// case: explicit_instantiation_checks_members
// spec: [temp.inst]
// accept: an implicit instantiation leaves out the members that are not called
template <typename T>
struct A {
    T v;
    __tile__ int unused() const { return v.missing; }
};
struct B {};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(A<B>); }
