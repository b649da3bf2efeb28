// case: private_operator
// spec: [class.access.general]
// reject: E0317 the operator that is chosen is private
class Sum {
    int n = 1;
    __tile__ int operator+(Sum const& o) const { return n + o.n; }
};

extern "C" __tile_global__ void test(int* out) { *out = Sum() + Sum(); }
