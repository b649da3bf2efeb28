// case: special_members
// spec: [class.copy.ctor], [class.copy.assign]
// arg: out i32[5]
// expect: [1, 11, 101, 11, 1]
struct Traced {
    int n = 1;
    Traced() = default;
    __tile__ Traced(Traced const& o) : n(o.n + 10) {}
    __tile__ Traced(Traced&& o) : n(o.n + 100) {}
    __tile__ Traced& operator=(Traced const& o) {
        n = o.n + 1000;
        return *this;
    }
};
struct Holder {
    Traced t;
};
__tile__ Traced make() { return Traced(); }

extern "C" __tile_global__ void test(int* out) {
    Traced a;
    out[0] = a.n;
    Traced b = a;
    out[1] = b.n;
    Traced c = static_cast<Traced&&>(a);
    out[2] = c.n;
    Holder h;
    Holder copy = h;
    out[3] = copy.t.n;
    Traced elided = make();
    out[4] = elided.n;
}
