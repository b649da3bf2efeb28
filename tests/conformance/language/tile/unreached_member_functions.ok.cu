// case: unreached_member_functions
// spec: [temp.res.general] tile: 1.2 a tile function is compiled although no kernel calls it
// accept: the same, corrected
struct Outer {
    struct Inner {
        int value;
        __tile__ int never_called() const { return value; }
    };
    int other;
};
extern "C" __tile_global__ void test(int* out) {
    *out = 1;
}
