// case: virtual_member_template
// spec: [temp.mem]
// reject: E0323 there would be no end of overriders
struct A {
    template <class T>
    virtual __tile__ int f(T) { return 1; }
};

extern "C" __tile_global__ void test(int* out) { *out = A().f(1); }
