// case: comparison
// spec: [class.compare.default]
// arg: out i32[4]
// expect: [1, 0, 1, 1]
struct Version {
    int major_part;
    int minor_part;
    friend bool operator==(Version const&, Version const&) = default;
};
struct Odd {
    int n;
    __tile__ bool operator==(Odd const& o) const { return n % 2 == o.n % 2; }
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = Version{1, 2} == Version{1, 2};
    out[1] = Version{1, 2} == Version{1, 3};
    out[2] = Version{1, 2} != Version{2, 2};
    out[3] = Odd{3} == Odd{5} && Odd{2} != Odd{3};
}
