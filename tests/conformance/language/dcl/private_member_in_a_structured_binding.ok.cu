// case: private_member_in_a_structured_binding
// spec: [dcl.struct.bind]/5
// accept: the same, corrected
class Pair {
    int first;
public:
    int second;
    __tile__ Pair(int a, int b) : first(a), second(b) {}
    friend __tile__ int sum(Pair pair) {
        auto [a, b] = pair;
        return a + b;
    }
};
extern "C" __tile_global__ void test(int* out, int n) { *out = sum(Pair(n, 2)); }
