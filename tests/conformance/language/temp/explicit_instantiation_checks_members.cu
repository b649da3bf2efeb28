// case: explicit_instantiation_checks_members
// spec: [temp.explicit]
// reject: E0303 all members of the class are instantiated
template <typename T>
struct A {
    T v;
    __tile__ int unused() const { return v.missing; }
};
struct B {};
template struct A<B>;

extern "C" __tile_global__ void test(int* out) { *out = sizeof(A<B>); }
