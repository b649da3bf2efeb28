// case: list_explicit_constructor
// spec: [over.match.list]/1
// reject: E0503 copy-list-initialisation chooses an explicit constructor
struct E {
    int n;
    __tile__ explicit E(int v) : n(v) {}
    __tile__ E(double v) : n(static_cast<int>(v) + 100) {}
};
__tile__ int f(E e) { return e.n; }

extern "C" __tile_global__ void test(int* out) {
    E e = {1};
    *out = f(e);
}
