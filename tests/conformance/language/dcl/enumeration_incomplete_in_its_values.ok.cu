// case: enumeration_incomplete_in_its_values
// spec: [dcl.enum]/5
// accept: the same, corrected
enum E { a, b = a + 1 };
enum F : int { c, d = (F)1 };

extern "C" __tile_global__ void test(int* out) {
    enum Local : char { e = sizeof(Local) };
    out[0] = b + d + e;
}
