// case: union_special_members
// spec: [class.union.general], [class.default.ctor], [class.dtor]
// arg: i32 = 4
// arg: out i32[3]
// expect: [4, 40, 1]
// note: a variant member with non-trivial functions deletes those of the union.
struct Counted {
    int n;
    __tile__ Counted() : n(1) {}
    __tile__ Counted(Counted const& o) : n(o.n + 1) {}
    __tile__ ~Counted() {}
};
union Raw {
    int i;
    Counted c;
};
static_assert(!__is_constructible(Raw) && !__is_constructible(Raw, Raw const&));
union Managed {
    int i;
    Counted c;
    __tile__ Managed(int n) : i(n) {}
    __tile__ ~Managed() {}
};
union Trivial {
    int i = 40;
    float f;
};
static_assert(__is_trivially_copyable(Trivial) && !__is_trivially_copyable(Managed));

extern "C" __tile_global__ void test(int n, int* out) {
    Managed m(n);
    out[0] = m.i;
    Trivial t;
    out[1] = t.i;
    Trivial u = {1};
    out[2] = u.i;
}
