// case: constant_inactive_member
// spec: [expr.const]/5.9, [class.union]
// reject: E0570 the member read is not the active one
union U { int i; float f; };
constexpr float pun() {
    U u{.i = 1};
    return u.f;
}
static_assert(pun() == 0);

extern "C" __tile_global__ void test(int* out) { *out = 1; }
