// case: defaulted_comparison_of_member
// spec: [class.compare.default]
// accept: the same, corrected
struct Opaque {
    int n;
    bool operator==(Opaque const&) const = default;
};
struct Holder {
    Opaque o;
    bool operator==(Holder const&) const = default;
};

extern "C" __tile_global__ void test(int* out) { *out = Holder{{1}} == Holder{{1}}; }
