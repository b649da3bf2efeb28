// case: private_conversion
// spec: [class.access.general]
// accept: the same, corrected
class Degrees {
    int n = 90;
public:
    __tile__ operator int() const { return n; }
};

extern "C" __tile_global__ void test(int* out) { *out = Degrees(); }
