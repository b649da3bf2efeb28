// case: boolean_and_pointer_literals
// spec: [lex.bool], [lex.nullptr], [lex.literal.kinds]
// arg: i32 = 1
// arg: out i32[4]
// expect: [2, 1, 8, 5]
// note: the literals are prvalues of types of their own: bool and std::nullptr_t.
constexpr int which(bool) { return 1; }
constexpr int which(int) { return 2; }
constexpr int which(decltype(nullptr)) { return 5; }

extern "C" __tile_global__ void test(int one, int* out) {
    out[0] = true + one;
    out[1] = which(false);
    out[2] = sizeof(nullptr);
    out[3] = which(nullptr);
}
