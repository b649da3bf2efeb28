// case: private_function
// spec: [class.access.general]
// accept: the same, corrected
class Scale {
    __tile__ int by(int n) const { return n; }

public:
    __tile__ long by(long n) const { return 2 * n; }
};

extern "C" __tile_global__ void test(int* out) { *out = Scale().by(3L); }
