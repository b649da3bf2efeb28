// case: auto_in_its_own_initializer
// spec: [dcl.spec.auto.general]
// reject: E0314 the type is not known before the initialiser is
extern "C" __tile_global__ void test(int* out) {
    auto count = [&](int n) { return n == 0 ? 0 : 1 + count(n - 1); };
    *out = count(3);
}
