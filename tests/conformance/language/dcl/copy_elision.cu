// case: copy_elision
// spec: [dcl.init.general]/16.6.1
// arg: i32 = 3
// arg: out i32[2]
// expect: [4, 52]
struct Pinned {
    int n;
    __tile__ explicit Pinned(int v) : n(v) {}
    Pinned(Pinned const&) = delete;
};
__tile__ Pinned make(int n) { return Pinned(n + 1); }
struct Holder { Pinned p; int k; };

extern "C" __tile_global__ void test(int n, int* out) {
    Pinned p = make(n);        // no copy: the prvalue initialises p
    out[0] = p.n;
    Holder h{make(p.n), 2};
    out[1] = h.p.n * 10 + h.k;
}
