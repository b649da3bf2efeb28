// case: ref_qualified_members
// spec: [over.match.funcs], [class.mfct.non.static]
// arg: i32 = 1
// arg: out i32[4]
// expect: [1, 2, 3, 4]
struct Text {
    __tile__ int kind() & { return 1; }
    __tile__ int kind() const& { return 2; }
    __tile__ int kind() && { return 3; }
    __tile__ int kind() const&& { return 4; }
};
__tile__ Text const make() { return Text(); }

extern "C" __tile_global__ void test(int n, int* out) {
    Text t;
    Text const c;
    out[0] = t.kind() * n;
    out[1] = c.kind();
    out[2] = static_cast<Text&&>(t).kind();
    out[3] = make().kind();
}
