// case: defaulted_with_another_signature
// spec: [dcl.fct.def.default]/1
// accept: the same, corrected
struct Box {
    int value;
    Box(const Box&) = default;
    __tile__ Box(int n) : value(n) {}
};
extern "C" __tile_global__ void test(int* out) { *out = Box(Box(2)).value; }
