// case: enumeration_of_no_integers
// spec: [dcl.enum]/2
// reject: E0310 the underlying type is integral
enum Other { other };
enum E : Other { a };

extern "C" __tile_global__ void test(int* out) {
    out[0] = a;
}
