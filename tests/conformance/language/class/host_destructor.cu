// case: host_destructor
// spec: [class.dtor]
// reject: E0540 tile code would have to call a destructor of the host
struct File {
    int n = 1;
    ~File() { n = 0; }
};

extern "C" __tile_global__ void test(int* out) {
    File f;
    *out = f.n;
}
