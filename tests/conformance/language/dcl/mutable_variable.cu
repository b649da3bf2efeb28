// case: mutable_variable
// spec: [dcl.stc]
// reject: E0323 only data members are mutable
extern "C" __tile_global__ void test(int* out) {
    mutable int x = 1;
    *out = x;
}
