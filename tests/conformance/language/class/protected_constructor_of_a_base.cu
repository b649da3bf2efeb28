// case: protected_constructor_of_a_base
// spec: [class.protected]/1
// arg: out i32[4]
// expect: [1, 7, 2, 7]
// note: what makes the base of a derived object may use protected constructors: mem-initializers, implicit constructors, copies
class Base {
protected:
    __tile__ Base() : value(1) {}
    __tile__ explicit Base(int n) : value(n) {}
    Base(const Base&) = default;
    ~Base() = default;

public:
    int value;
};
struct Implicit : Base {};
struct Given : Base {
    __tile__ Given(int n) : Base(n) {}
};
struct Braced : Base {
    __tile__ Braced() : Base{2} {}
};
extern "C" __tile_global__ void test(int* out) {
    Implicit a;
    Given b(7);
    Braced c;
    Given d = b;
    out[0] = a.value;
    out[1] = b.value;
    out[2] = c.value;
    out[3] = d.value;
}
