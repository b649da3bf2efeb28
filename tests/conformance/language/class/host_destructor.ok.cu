// case: host_destructor
// spec: [class.dtor]
// accept: the same, corrected
struct File {
    int n = 1;
    __tile__ ~File() { n = 0; }
};

extern "C" __tile_global__ void test(int* out) {
    File f;
    *out = f.n;
}
