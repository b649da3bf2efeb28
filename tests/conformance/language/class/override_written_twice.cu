// case: override_written_twice
// spec: [class.mem.general]/19
// reject: E0208 each *virt-specifier* at most once
struct Base { virtual __tile__ int get() { return 1; } };
struct Derived : Base { __tile__ int get() override override { return 2; } };
extern "C" __tile_global__ void test(int* out) { *out = Derived{}.get(); }
