// case: private_enumerator
// spec: [class.access.spec]
// accept: the same, corrected
class Mode {
public:
    enum Kind { FAST, SLOW };
};

extern "C" __tile_global__ void test(int* out) { *out = Mode::SLOW; }
