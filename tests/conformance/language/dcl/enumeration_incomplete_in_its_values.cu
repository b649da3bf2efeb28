// case: enumeration_incomplete_in_its_values
// spec: [dcl.enum]/5
// reject: E0308 no cast leads to an enumeration before its underlying type is known
enum E { a, b = (E)1 };

extern "C" __tile_global__ void test(int* out) {
    out[0] = b;
}
