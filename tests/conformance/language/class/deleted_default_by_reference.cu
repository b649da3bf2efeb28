// case: deleted_default_by_reference
// spec: [class.default.ctor]
// reject: E0502 a reference member deletes the defaulted constructor
struct Ref {
    int& r;
    int n = 2;
    Ref() = default;
};

extern "C" __tile_global__ void test(int* out) {
    Ref ref;
    *out = ref.n;
}
