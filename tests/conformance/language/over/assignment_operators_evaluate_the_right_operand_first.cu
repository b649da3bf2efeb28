// case: assignment_operators_evaluate_the_right_operand_first
// spec: [over.match.oper]/2, [expr.ass]/1 the operands of an operator function have the order of the built-in operator
// arg: out i32[7]
// expect: [21, 21, 21, 12, 12, 21, 21]
struct Log { int n = 0; };
struct Member {
    int k;
    __tile__ constexpr Member(Log& l, int k) : k(k) { l.n = l.n * 10 + k; }
    __tile__ constexpr Member& operator=(const Member& o) { k = o.k; return *this; }
    __tile__ constexpr Member& operator+=(const Member& o) { k += o.k; return *this; }
    __tile__ constexpr Member& operator<<(const Member&) { return *this; }
};
struct Friend {
    int k;
    __tile__ constexpr Friend(Log& l, int k) : k(k) { l.n = l.n * 10 + k; }
    __tile__ friend constexpr int operator*=(const Friend& a, Friend b) { return a.k * b.k; }
};
template<class T> __tile__ constexpr T make(Log& l, int k) { return T(l, k); }
__tile__ constexpr int order(int which) {
    Log l;
    if (which == 0) make<Member>(l, 1) = make<Member>(l, 2);
    if (which == 1) make<Member>(l, 1) += make<Member>(l, 2);
    if (which == 2) make<Friend>(l, 1) *= make<Friend>(l, 2);
    if (which == 3) make<Member>(l, 1) << make<Member>(l, 2);
    if (which == 4) make<Member>(l, 1).operator=(make<Member>(l, 2));
    if (which == 5) make<Friend>(l, 1) = make<Friend>(l, 2);
    if (which == 6) (void)static_cast<Member&&>(make<Member>(l, 1) += make<Member>(l, 2));
    return l.n;
}
static_assert(order(0) == 21 && order(1) == 21 && order(2) == 21 && order(3) == 12 && order(4) == 12 && order(5) == 21 && order(6) == 21);
extern "C" __tile_global__ void test(int* out) {
    for (int i = 0; i < 7; ++i) out[i] = order(i);
}
