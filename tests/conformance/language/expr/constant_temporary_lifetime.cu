// case: constant_temporary_lifetime
// spec: [class.temporary]/4
// reject: E0570 the temporary ends with its full-expression
constexpr int const* address(int const& r) { return &r; }
constexpr int escape() {
    int const* p = address(5);
    return *p;
}
static_assert(escape() == 5);

extern "C" __tile_global__ void test(int* out) { *out = 1; }
