// case: nullptr_to_bool
// spec: [conv.bool]/1
// accept: direct-initialisation
extern "C" __tile_global__ void test(int* out) {
    bool b(nullptr);
    *out = b;
}
