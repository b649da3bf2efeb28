// case: union_member_begins_by_assignment
// spec: [class.union.general]/6 a member whose constructor is not trivial is not made by an assignment to a part of it
// reject: E0570 reads a member of a union that is not active
struct S { int x = 3; int y = 4; };
union U { int a; S s; constexpr U() : a(1) {} };
constexpr int member() {
    U u;
    u.s.x = 4;
    return u.s.x;
}
static_assert(member() == 4);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
