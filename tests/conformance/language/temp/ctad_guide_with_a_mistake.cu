// case: ctad_guide_with_a_mistake
// spec: [over.match.class.deduct]/1, [temp.arg]/1
// reject: E0412 the guide names no class, and no other one is viable
template <class T> struct S { S() = default; };
S(char) -> S<>;
extern "C" __tile_global__ void test(int* out) {
    S s{};
    *out = sizeof(s);
}
