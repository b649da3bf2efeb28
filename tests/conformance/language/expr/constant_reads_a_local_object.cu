// case: constant_reads_a_local_object
// spec: [expr.const]/5
// reject: E0570 the value is not known
struct Box {
    int value;
    __tile__ constexpr int get() const { return value; }
};
extern "C" __tile_global__ void test(int* out) {
    Box box{out[1]};
    constexpr int n = box.get();
    *out = n;
}
