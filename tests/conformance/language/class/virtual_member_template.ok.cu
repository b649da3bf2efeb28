// case: virtual_member_template
// spec: [temp.mem]
// accept: the same, corrected
struct A {
    template <class T>
    __tile__ int f(T) { return 1; }
};

extern "C" __tile_global__ void test(int* out) { *out = A().f(1); }
