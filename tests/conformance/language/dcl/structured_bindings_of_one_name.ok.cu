// case: structured_bindings_of_one_name
// spec: [dcl.struct.bind]/1
// accept: the same, corrected
struct Pair { int a, b; };
extern "C" __tile_global__ void test(int* out, int n) {
    auto [x, y] = Pair{n, 2};
    *out = x + y;
}
