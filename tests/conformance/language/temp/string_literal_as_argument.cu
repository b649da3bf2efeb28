// case: string_literal_as_argument
// spec: [temp.arg.nontype]/3
// reject: E0403 a literal is not an object of its own
template <const char* Text> struct Tag { static constexpr char first = Text[0]; };
extern "C" __tile_global__ void test(int* out) { *out = Tag<"abc">::first; }
