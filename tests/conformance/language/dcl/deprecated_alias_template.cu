// case: deprecated_alias_template
// spec: [dcl.attr.deprecated]/4
// warns: E0531 an alias template with the attribute is named
template <class T> using Same [[deprecated]] = T;
extern "C" __tile_global__ void test(int* out, int n) {
    Same<int> i = n;
    *out = i;
}
