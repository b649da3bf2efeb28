// case: auto_from_void
// spec: [dcl.type.auto.deduct]
// accept: the same, corrected
__tile__ void nothing() {}
__tile__ auto same() { return nothing(); }
extern "C" __tile_global__ void test(int* out) {
    same();
    *out = 1;
}
