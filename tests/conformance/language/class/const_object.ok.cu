// case: const_object
// spec: [class.this]
// accept: the same, corrected
struct Counter {
    int n = 1;
    __tile__ int next() const { return n + 1; }
};

extern "C" __tile_global__ void test(int* out) {
    Counter const c;
    *out = c.next();
}
