// case: address_of_overloaded_unresolved
// spec: [over.over]/2
// reject: E0503 no overload has the type
__tile__ int f(int n) { return n; }
__tile__ int f(double d) { return static_cast<int>(d); }

extern "C" __tile_global__ void test(int* out) {
    int (*fn)(char) = f;
    *out = fn('a');
}
