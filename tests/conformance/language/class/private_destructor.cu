// case: private_destructor
// spec: [class.dtor]
// reject: E0317 a variable needs an accessible destructor
class Pinned {
    __tile__ ~Pinned() {}
public:
    int n = 2;
};

extern "C" __tile_global__ void test(int* out) {
    Pinned p;
    *out = p.n;
}
