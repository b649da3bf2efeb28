// case: protected_constructor_of_another_object
// spec: [class.protected]
// reject: E0317 a derived class may make the base of its own objects, and no others
class Base {
protected:
    __tile__ Base() : value(1) {}

public:
    int value;
};
struct Derived : Base {
    __tile__ int other() { Base base; return base.value; }
};
extern "C" __tile_global__ void test(int* out) {
    Derived derived;
    *out = derived.other();
}
