// case: union_member_begins_by_assignment
// spec: [class.union.general]/6 an assignment to a part of a member begins its life, if making it is trivial
// accept: the values are those that were stored
union U { int a; char c; struct { int x, y; } s; int z[3]; };
constexpr int members() {
    U u{};
    u.s.x = 4;
    u.s.y = 3;
    int sum = 10 * u.s.x + u.s.y;
    u.z[1] = 5;
    sum += u.z[1];
    u.s = {1, 2};
    return sum + u.s.y;
}
static_assert(members() == 50);
struct T { union { int b; struct { int x; } s; }; };
constexpr int anonymous() {
    T t{};
    t.s.x = 7;
    return t.s.x;
}
static_assert(anonymous() == 7);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
