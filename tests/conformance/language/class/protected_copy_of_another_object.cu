// case: protected_copy_of_another_object
// spec: [class.protected]/1
// reject: E0317 the copy would be an object of its own
class Base {
protected:
    __tile__ Base(const Base& other) : value(other.value) {}

public:
    __tile__ Base() : value(3) {}
    int value;
};
struct Derived : Base {
    __tile__ int other() { Base copy = *this; return copy.value; }
};
extern "C" __tile_global__ void test(int* out) {
    Derived derived;
    *out = derived.other();
}
