// case: private_member_in_a_structured_binding
// spec: [dcl.struct.bind]/5
// reject: E0317 a binding names the member like anybody else
class Pair {
    int first;
public:
    int second;
    __tile__ Pair(int a, int b) : first(a), second(b) {}
};
extern "C" __tile_global__ void test(int* out, int n) {
    auto [a, b] = Pair(n, 2);
    *out = a + b;
}
