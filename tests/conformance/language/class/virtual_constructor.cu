// case: virtual_constructor
// spec: [class.ctor.general]
// reject: E0323 a constructor is called by the name of its class
struct A {
    virtual __tile__ A() {}
};

extern "C" __tile_global__ void test(int* out) { *out = 1; }
