// case: private_constructor
// spec: [class.access.general]
// accept: the same, corrected
class Handle {
    int n;
    __tile__ explicit Handle(int n) : n(n) {}

public:
    __tile__ static Handle make(int n) { return Handle(n); }
    __tile__ int get() const { return n; }
};

extern "C" __tile_global__ void test(int* out) { *out = Handle::make(3).get(); }
