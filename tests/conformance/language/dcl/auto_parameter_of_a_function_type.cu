// case: auto_parameter_of_a_function_type
// spec: [dcl.spec.auto.general]/2
// reject: E0310 a cast names a type of functions with a parameter `auto`
__tile__ int twice(int x) { return 2 * x; }
extern "C" __tile_global__ void test(int* out) { *out = static_cast<int (*)(auto)>(&twice)(3); }
