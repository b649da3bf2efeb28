// case: missing_semicolon_after_class
// spec: [class.pre]
// accept: the same, corrected

struct P { int x; };

extern "C" __tile_global__ void test(int* out, int n) {
    *out = P{n}.x;
}
