// case: mutable_member_of_const
// spec: [dcl.stc]/9, [dcl.type.cv]/4
// arg: i32 = 3
// arg: out i32[2]
// expect: [5, 3]
struct Cache { int value; mutable int uses = 0; __tile__ int get() const { ++uses; return value; } };
extern "C" __tile_global__ void test(int n, int* out) {
    const Cache c{n};
    c.uses = 3;
    c.get();
    c.get();
    out[0] = c.uses;
    out[1] = c.value;
}
