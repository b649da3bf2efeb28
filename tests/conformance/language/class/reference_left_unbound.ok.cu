// case: reference_left_unbound
// spec: [class.base.init]
// accept: the same, corrected
struct Ref {
    int& r;
    __tile__ explicit Ref(int& n) : r(n) {}
};

extern "C" __tile_global__ void test(int* out) {
    int n = 1;
    *out = Ref(n).r;
}
