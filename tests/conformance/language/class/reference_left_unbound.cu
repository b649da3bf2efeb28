// case: reference_left_unbound
// spec: [class.base.init]
// reject: E0506 a constructor leaves a reference without an object
struct Ref {
    int& r;
    __tile__ explicit Ref(int& n) {}
};

extern "C" __tile_global__ void test(int* out) {
    int n = 1;
    *out = Ref(n).r;
}
