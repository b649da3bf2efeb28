// case: protected_destructor_of_another_object
// spec: [class.protected]/1, [class.dtor]/15
// reject: E0317 a derived class may destroy its own base, no other object
class Base {
protected:
    __tile__ ~Base() {}

public:
    int value = 1;
};
struct Derived : Base {
    __tile__ int other() { Base base; return base.value; }
};
extern "C" __tile_global__ void test(int* out) {
    Derived derived;
    *out = derived.other();
}
