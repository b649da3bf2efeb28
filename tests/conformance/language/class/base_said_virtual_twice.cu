// case: base_said_virtual_twice
// spec: [class.derived.general]/1
// reject: E0208 each word at most once
struct Base { int value; };
struct Derived : virtual virtual Base {};
extern "C" __tile_global__ void test(int* out) { *out = 1; }
