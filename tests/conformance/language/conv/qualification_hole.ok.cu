// case: qualification_hole
// spec: [conv.qual]/3
// accept: const at every level in between
extern "C" __tile_global__ void test(int* out) {
    int* p = out;
    int const* const* q = &p;
    *out = **q;
}
