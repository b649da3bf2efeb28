// case: defaulted_equality_of_a_reference
// spec: [class.compare.default]/2
// reject: E0502 a class with a reference has no defaulted `==`
struct Link {
    int& to;
    __tile__ bool operator==(const Link&) const = default;
};
extern "C" __tile_global__ void test(int* out, int n) {
    Link a{n}, b{n};
    *out = a == b;
}
