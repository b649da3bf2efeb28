// case: ctad_guide_without_arguments
// spec: [over.match.class.deduct]/1, [over.match.viable]/2
// accept: the parameter has a default argument
template <class T> struct S { S() = default; };
S(char = 'a') -> S<char>;
extern "C" __tile_global__ void test(int* out) {
    S s{};
    *out = sizeof(s);
}
