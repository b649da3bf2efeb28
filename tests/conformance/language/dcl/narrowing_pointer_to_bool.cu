// case: narrowing_pointer_to_bool
// spec: [dcl.init.list]/7.5
// reject: E0504 a pointer to bool narrows
extern "C" __tile_global__ void test(int* out) {
    bool b{out};
    *out = b;
}
