// case: private_conversion
// spec: [class.access.general]
// reject: E0317 the conversion function that is chosen is private
class Degrees {
    int n = 90;
    __tile__ operator int() const { return n; }
};

extern "C" __tile_global__ void test(int* out) { *out = Degrees(); }
