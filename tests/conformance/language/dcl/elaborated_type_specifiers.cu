// case: elaborated_type_specifiers
// spec: [dcl.type.elab]/2, [basic.lookup.elab]
// arg: i32 = 2
// arg: out i32[2]
// expect: [2, 8]
// note: `struct S*` in a declaration declares S in the nearest namespace or block.
struct Node { int v; struct Link* next; };
struct Link { int w; };
extern "C" __tile_global__ void test(int n, int* out) {
    Node node{n, nullptr};
    out[0] = node.v;
    struct Link link = {8};
    out[1] = link.w;
}
