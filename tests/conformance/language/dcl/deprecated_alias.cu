// case: deprecated_alias
// spec: [dcl.attr.deprecated]/4
// warns: E0531 an alias with the attribute is named
using Index [[deprecated("write int")]] = int;
extern "C" __tile_global__ void test(int* out, int n) {
    Index i = n;
    *out = i;
}
