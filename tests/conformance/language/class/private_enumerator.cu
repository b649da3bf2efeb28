// case: private_enumerator
// spec: [class.access.spec]
// reject: E0317 an enumerator has the access of its enumeration
class Mode {
    enum Kind { FAST, SLOW };
};

extern "C" __tile_global__ void test(int* out) { *out = Mode::SLOW; }
