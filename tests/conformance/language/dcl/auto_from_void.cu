// case: auto_from_void
// spec: [dcl.type.auto.deduct]
// reject: E0318 there are no objects of type void
__tile__ void nothing() {}
extern "C" __tile_global__ void test(int* out) {
    auto x = nothing();
    *out = 1;
}
