// case: constant_block_lifetime
// spec: [basic.life], [expr.const]/5.8
// reject: E0570 the block has ended
constexpr int escape() {
    int const* p = nullptr;
    {
        int inner = 3;
        p = &inner;
    }
    return *p;
}
static_assert(escape() == 3);

extern "C" __tile_global__ void test(int* out) { *out = 1; }
