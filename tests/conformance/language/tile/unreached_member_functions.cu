// case: unreached_member_functions
// spec: [temp.res.general] tile: 1.2 a tile function is compiled although no kernel calls it
// reject: E0301 the member is declared for tile code, so that its body is wrong whether it is called or not
struct Outer {
    struct Inner {
        __tile__ int never_called() const { return missing; }
    };
    int value;
};
extern "C" __tile_global__ void test(int* out) {
    *out = 1;
}
