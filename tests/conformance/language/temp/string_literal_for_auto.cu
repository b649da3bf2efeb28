// case: string_literal_for_auto
// spec: [temp.arg.nontype]/3
// reject: E0312 a string literal is not an object that an argument may point to, whatever the parameter's type
template <auto Text> __tile__ int first() { return Text[0]; }
extern "C" __tile_global__ void test(int* out) { *out = first<"abc">(); }
