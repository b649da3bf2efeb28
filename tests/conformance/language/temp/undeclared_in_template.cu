// case: undeclared_in_template
// spec: [temp.res.general], [temp.nondep]
// reject: E0301 nowhere is a missing(int), whatever T is
template <typename T>
__tile__ int f(T x) {
    return missing(1) + x;
}

extern "C" __tile_global__ void test(int* out) { *out = 1; }
