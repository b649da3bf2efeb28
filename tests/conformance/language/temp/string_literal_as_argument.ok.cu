// case: string_literal_as_argument
// spec: [temp.arg.nontype]/3
// accept: the same, corrected
template <const char* Text> struct Tag { static constexpr char first = Text[0]; };
constexpr char abc[] = "abc";
extern "C" __tile_global__ void test(int* out) { *out = Tag<abc>::first; }
