// case: nullptr_to_bool
// spec: [conv.bool]/1
// reject: E0503 only direct-initialisation converts nullptr to bool
extern "C" __tile_global__ void test(int* out) {
    bool b = nullptr;
    *out = b;
}
