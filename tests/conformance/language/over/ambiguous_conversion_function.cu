// case: ambiguous_conversion_function
// spec: [over.match.conv]
// reject: E0501 int and double are equally far from long
struct S {
    __tile__ operator int() const { return 1; }
    __tile__ operator double() const { return 2; }
};

extern "C" __tile_global__ void test(int* out) {
    S s;
    long n = s;
    *out = static_cast<int>(n);
}
