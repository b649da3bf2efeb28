// case: private_address
// spec: [class.access.general]
// accept: the same, corrected
class Math {
public:
    __tile__ static int twice(int n) { return 2 * n; }
};

extern "C" __tile_global__ void test(int* out) {
    constexpr auto f = &Math::twice;
    *out = f(2);
}
