// case: reference_member_with_a_default
// spec: [class.mem.general]/10, [dcl.init.aggr]/5, [class.temporary]/6
// arg: out i32[6]
// expect: [4, 15, 6, 3, 9, 5]
struct Alias { int a; const int& b = a; };
struct Held { const int& r; };
struct Both { int a = 2; int& mine = a; int twice = mine * 2; };
__tile__ constexpr int named() {
    Alias q{4};
    return q.b;
}
__tile__ constexpr int array() {
    Held r[2] = {{7}, {8}};
    return r[0].r + r[1].r;
}
__tile__ constexpr int changed() {
    Both b{};
    b.mine += 1;
    return b.a;
}
constexpr int first = named();
constexpr int second = array();
constexpr int third = Both{3}.twice;
constexpr int fourth = changed();
extern "C" __tile_global__ void test(int* out) {
    out[0] = first;
    out[1] = second;
    out[2] = third;
    out[3] = fourth;
    Alias q{8};
    q.a = 9;
    out[4] = q.b;
    Both b{5};
    out[5] = b.mine;
}
