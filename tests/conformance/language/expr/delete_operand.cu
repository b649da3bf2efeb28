// case: delete_operand
// spec: [expr.delete]/1 the operand is a pointer to an object
// reject: E0509 `delete` needs a pointer to an object, not `int`
constexpr int f() {
    int n = 1;
    delete n;
    return n;
}
static_assert(f() == 1);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
