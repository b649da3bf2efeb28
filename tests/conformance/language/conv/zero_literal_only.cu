// case: zero_literal_only
// spec: [conv.ptr]/1
// reject: E0503 a constant zero that is not a literal is not a null pointer constant
extern "C" __tile_global__ void test(int* out) {
    constexpr int zero = 0;
    int* p = zero;
    *out = p == nullptr;
}
