// case: deleted_copy_by_member
// spec: [class.copy.ctor]
// accept: the same, corrected
struct Unique {
    Unique() = default;
    Unique(Unique const&) = default;
    int n = 1;
};
struct Holder {
    int first = 1;
    Unique u;
};

extern "C" __tile_global__ void test(int* out) {
    Holder a;
    Holder b = a;
    *out = b.u.n;
}
