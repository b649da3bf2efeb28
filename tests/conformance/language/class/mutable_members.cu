// case: mutable_members
// spec: [dcl.stc], [class.mem.general]
// arg: i32 = 4
// arg: out i32[2]
// expect: [8, 2]
struct Cache {
    int n;
    mutable int uses = 0;
    __tile__ int get() const {
        ++uses;
        return n;
    }
};

extern "C" __tile_global__ void test(int n, int* out) {
    Cache const c{n};
    out[0] = c.get() + c.get();
    out[1] = c.uses;
}
