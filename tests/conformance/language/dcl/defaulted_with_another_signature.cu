// case: defaulted_with_another_signature
// spec: [dcl.fct.def.default]/1
// reject: E0324 not one of the special member functions
struct Box {
    int value;
    Box(int n, int m = 0) = default;
};
extern "C" __tile_global__ void test(int* out) {
    Box* box = nullptr;
    *out = box == nullptr;
    Box other(1);
}
