// case: private_field
// spec: [class.access.general]
// reject: E0317 a private field is named outside of its class
class Counter {
    int value = 4;

public:
    __tile__ int get() const { return value; }
};

extern "C" __tile_global__ void test(int* out) { *out = Counter().value; }
