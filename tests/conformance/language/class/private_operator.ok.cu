// case: private_operator
// spec: [class.access.general]
// accept: the same, corrected
class Sum {
    int n = 1;
public:
    __tile__ int operator+(Sum const& o) const { return n + o.n; }
};

extern "C" __tile_global__ void test(int* out) { *out = Sum() + Sum(); }
