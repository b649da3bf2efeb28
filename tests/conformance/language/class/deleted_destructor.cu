// case: deleted_destructor
// spec: [class.dtor]
// reject: E0502 a variable of a class whose destructor is deleted
struct Forever {
    int n = 1;
    ~Forever() = delete;
};

extern "C" __tile_global__ void test(int* out) {
    Forever f;
    *out = f.n;
}
