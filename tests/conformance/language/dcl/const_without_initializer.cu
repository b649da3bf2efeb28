// case: const_without_initializer
// spec: [dcl.init.general]/8
// reject: E0506 a const object needs a value
extern "C" __tile_global__ void test(int* out) {
    int const n;
    *out = n;
}
