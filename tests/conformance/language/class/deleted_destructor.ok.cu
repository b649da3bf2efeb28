// case: deleted_destructor
// spec: [class.dtor]
// accept: the same, corrected
struct Forever {
    int n = 1;
    ~Forever() = default;
};

extern "C" __tile_global__ void test(int* out) {
    Forever f;
    *out = f.n;
}
