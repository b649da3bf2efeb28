// case: alignment_too_large
// spec: [dcl.align]
// reject: E0325 an alignment of 2^62
struct alignas(1ull << 62) Far { char c; };
extern "C" __tile_global__ void test(int* out) {
    *out = alignof(Far) > 4;
}
