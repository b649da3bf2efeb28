// case: int_to_enum
// spec: [dcl.enum]/10
// reject: E0503 an integer does not become an enumeration by itself
enum E { a, b };

extern "C" __tile_global__ void test(int* out) {
    E e = 1;
    *out = e;
}
