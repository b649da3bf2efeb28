// case: copy_elision
// spec: [class.copy.elision], [dcl.init.general]
// arg: i32 = 5
// arg: out i32[5]
// expect: [1, 1, 5, 1, 1]
// note: a prvalue initialises the object itself: no move exists, and `this` is the final object.
struct Pinned {
    int value;
    Pinned* self;
    __tile__ explicit Pinned(int value) : value(value), self(this) {}
    Pinned(Pinned const&) = delete;
    Pinned& operator=(Pinned const&) = delete;
};
__tile__ Pinned make(int n) { return Pinned(n); }
__tile__ Pinned twice(int n) { return make(2 * n); }
struct Holder {
    Pinned p;
    int after;
    __tile__ Holder(int n) : p(make(n)), after(n) {}
};

extern "C" __tile_global__ void test(int n, int* out) {
    Pinned a = make(n);
    out[0] = a.self == &a;
    Pinned b = twice(n);
    out[1] = b.self == &b;
    Pinned c = Pinned(Pinned(n));
    out[2] = c.value;
    Holder h(n);
    out[3] = h.p.self == &h.p;
    Pinned list[2] = {Pinned(1), make(2)};
    out[4] = list[1].self == &list[1] && list[0].self == &list[0];
}
