// case: constructor_with_return_type
// spec: [class.ctor]
// reject: E0212 a constructor is written without a type

struct S {
    int v;
    __tile__ int S(int x) { return x; }
};
extern "C" __tile_global__ void test(int* out, int n) {
    *out = n;
}
