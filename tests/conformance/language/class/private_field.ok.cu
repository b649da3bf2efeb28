// case: private_field
// spec: [class.access.general]
// accept: the same, corrected
class Counter {
    int value = 4;

public:
    __tile__ int get() const { return value; }
};

extern "C" __tile_global__ void test(int* out) { *out = Counter().get(); }
