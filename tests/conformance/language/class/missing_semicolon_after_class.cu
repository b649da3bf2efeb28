// case: missing_semicolon_after_class
// spec: [class.pre]
// reject: E0201 a class definition is a declaration and ends in `;`

struct P { int x; }

extern "C" __tile_global__ void test(int* out, int n) {
    *out = P{n}.x;
}
