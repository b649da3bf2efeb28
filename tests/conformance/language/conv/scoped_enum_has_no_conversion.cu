// case: scoped_enum_has_no_conversion
// spec: [conv.prom]/3, [dcl.enum]/10
// reject: E0503 a scoped enumeration does not convert implicitly
enum class E { a, b };

extern "C" __tile_global__ void test(int* out) {
    int n = E::b;
    *out = n;
}
