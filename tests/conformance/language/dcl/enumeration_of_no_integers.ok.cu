// case: enumeration_of_no_integers
// spec: [dcl.enum]/2
// accept: the same, corrected
using Other = const unsigned char;
enum E : Other { a };

extern "C" __tile_global__ void test(int* out) {
    out[0] = a;
}
