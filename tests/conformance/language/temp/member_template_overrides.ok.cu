// case: member_template_overrides
// spec: [temp.mem]/4
// accept: it does not say so
struct A {
    virtual __tile__ int f(int) const { return 0; }
};
struct B : A {
    template <class T> __tile__ int f(T) const { return 1; }
};
extern "C" __tile_global__ void test(int* out) { *out = B{}.f('a'); }
