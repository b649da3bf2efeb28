// case: binding_string_literal
// spec: [dcl.struct.bind]/1
// accept: the static assertions hold
constexpr int f() {
    auto &[a, b, c] = "hi";
    return a + b + c;
}
static_assert(f() == 'h' + 'i');
extern "C" __tile_global__ void test(int *p) {}
