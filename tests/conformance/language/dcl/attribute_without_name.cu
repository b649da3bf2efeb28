// case: attribute_without_name
// spec: [dcl.attr.grammar]
// reject: E0210 an attribute-token is an identifier

extern "C" __tile_global__ void test(int* out, int n) {
    [["text"]] int x = n;
    *out = x;
}
