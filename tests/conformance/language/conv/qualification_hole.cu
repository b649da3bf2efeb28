// case: qualification_hole
// spec: [conv.qual]/3
// reject: E0503 would let a pointer to const be stored through p
extern "C" __tile_global__ void test(int* out) {
    int* p = out;
    int const** q = &p;
    *out = **q;
}
