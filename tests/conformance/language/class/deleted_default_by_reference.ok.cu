// case: deleted_default_by_reference
// spec: [class.default.ctor]
// accept: the same, corrected
struct Ref {
    int* r = nullptr;
    int n = 2;
    Ref() = default;
};

extern "C" __tile_global__ void test(int* out) {
    Ref ref;
    *out = ref.n;
}
