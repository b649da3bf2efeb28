// case: defaulted_equality_of_a_union
// spec: [class.compare.default]/2
// reject: E0502 which member to compare is unknown
union Bits {
    int number;
    float value;
    __tile__ bool operator==(const Bits&) const = default;
};
extern "C" __tile_global__ void test(int* out, int n) {
    Bits a{n}, b{1};
    *out = a == b;
}
