// case: private_destructor
// spec: [class.dtor]
// accept: the same, corrected
class Pinned {
public:
    __tile__ ~Pinned() {}
    int n = 2;
};

extern "C" __tile_global__ void test(int* out) {
    Pinned p;
    *out = p.n;
}
