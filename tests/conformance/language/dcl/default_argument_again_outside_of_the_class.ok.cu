// case: default_argument_again_outside_of_the_class
// spec: [dcl.fct.default]/4
// accept: the same, corrected
struct Adder { __tile__ int add(int a, int b) const; };
__tile__ int Adder::add(int a, int b = 1) const { return a + b; }
extern "C" __tile_global__ void test(int* out, int n) { *out = Adder{}.add(n); }
