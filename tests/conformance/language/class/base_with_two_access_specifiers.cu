// case: base_with_two_access_specifiers
// spec: [class.derived.general]/1
// reject: E0208 one access specifier
struct Base { int value; };
struct Derived : public private Base {};
extern "C" __tile_global__ void test(int* out) { *out = 1; }
