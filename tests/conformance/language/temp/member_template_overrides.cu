// case: member_template_overrides
// spec: [temp.mem]/4
// reject: E0324 a member template overrides nothing
struct A {
    virtual __tile__ int f(int) const { return 0; }
};
struct B : A {
    template <class T> __tile__ int f(T) const override { return 1; }
};
extern "C" __tile_global__ void test(int* out) { *out = B{}.f('a'); }
