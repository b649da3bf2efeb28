// case: delete_through_a_base
// spec: [expr.delete]/3
// reject: E0570 the destructor of the base is not virtual
struct A {
    constexpr virtual int f() const { return 1; }
};
struct B : A {};
constexpr int f() {
    A *a = new B;
    delete a;
    return 1;
}
extern "C" __tile_global__ void test(int *p) { constexpr int x = f(); }
