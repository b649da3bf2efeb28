// case: initializer_of_stranger
// spec: [class.base.init]
// accept: the same, corrected
struct Top {
    int n;
    __tile__ explicit Top(int n = 1) : n(n) {}
};
struct Mid : Top {};
struct Low : Mid {
    __tile__ explicit Low(int n) { this->n = n; }
};

extern "C" __tile_global__ void test(int* out, int n) { *out = Low(n).n; }
