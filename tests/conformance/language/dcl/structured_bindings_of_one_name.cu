// case: structured_bindings_of_one_name
// spec: [dcl.struct.bind]/1
// reject: E0309 two bindings are called alike
struct Pair { int a, b; };
extern "C" __tile_global__ void test(int* out, int n) {
    auto [x, x] = Pair{n, 2};
    *out = x;
}
