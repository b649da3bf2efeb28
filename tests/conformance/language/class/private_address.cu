// case: private_address
// spec: [class.access.general]
// reject: E0317 the address of a private member function
class Math {
    __tile__ static int twice(int n) { return 2 * n; }
};

extern "C" __tile_global__ void test(int* out) {
    constexpr auto f = &Math::twice;
    *out = f(2);
}
