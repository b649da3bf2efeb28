// case: private_base_member
// spec: [class.access.base]
// reject: E0317 the public members of a private base are private
struct Base {
    int value = 1;
};
class Derived : Base {};

extern "C" __tile_global__ void test(int* out) { *out = Derived().value; }
