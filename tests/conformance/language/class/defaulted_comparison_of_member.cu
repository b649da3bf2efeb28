// case: defaulted_comparison_of_member
// spec: [class.compare.default]
// reject: E0502 a member cannot be compared
struct Opaque {
    int n;
};
struct Holder {
    Opaque o;
    bool operator==(Holder const&) const = default;
};

extern "C" __tile_global__ void test(int* out) { *out = Holder{{1}} == Holder{{1}}; }
