// case: const_object
// spec: [class.this]
// reject: E0312 a member function that is not const on a constant
struct Counter {
    int n = 1;
    __tile__ int next() { return n + 1; }
};

extern "C" __tile_global__ void test(int* out) {
    Counter const c;
    *out = c.next();
}
