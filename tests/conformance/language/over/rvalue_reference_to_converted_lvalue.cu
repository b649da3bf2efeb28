// case: rvalue_reference_to_converted_lvalue
// spec: [over.ics.ref]/2, [dcl.init.ref]/5
// arg: i32 = 7
// arg: out i32[2]
// expect: [8, 7]
__tile__ int f(double&& d) {
    d += 1;
    return static_cast<int>(d);
}

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = f(n);  // binds to a temporary double
    out[1] = n;
}
