// case: ctad_guide_without_arguments
// spec: [over.match.class.deduct]/1, [over.match.viable]/2
// reject: E0412 a guide with a parameter is not viable without arguments
template <class T> struct S { S() = default; };
S(char) -> S<char>;
extern "C" __tile_global__ void test(int* out) {
    S s{};
    *out = sizeof(s);
}
