// case: reference_to_reference
// spec: [dcl.ref]
// accept: the same, corrected
extern "C" __tile_global__ void test(int* out) {
    using Ref = int&;
    Ref&& x = *out;
    x = 1;
}
