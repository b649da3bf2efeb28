// case: friend_is_not_inherited
// spec: [class.friend]
// accept: the same, corrected
class Base {
    int a = 1;
    friend int peek(class Derived const& d);
};
class Derived : public Base {
    int b = 2;
    friend int peek(Derived const& d);
};
__tile__ int peek(Derived const& d) { return d.b; }

extern "C" __tile_global__ void test(int* out) { *out = peek(Derived()); }
