// case: rvalue_reference_to_lvalue
// spec: [over.ics.ref]/3
// reject: E0312 int&& takes no lvalue
__tile__ int f(int&& n) { return n; }

extern "C" __tile_global__ void test(int* out) {
    int n = 1;
    *out = f(n);
}
