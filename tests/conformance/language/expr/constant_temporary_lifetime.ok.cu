// case: constant_temporary_lifetime
// spec: [class.temporary]/4
// accept: inside the full-expression it lives
constexpr int const* address(int const& r) { return &r; }
constexpr int escape() {
    return *address(5);
}
static_assert(escape() == 5);

extern "C" __tile_global__ void test(int* out) { *out = 1; }
