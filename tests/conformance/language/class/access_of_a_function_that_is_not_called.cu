// case: access_of_a_function_that_is_not_called
// spec: [class.access.general]/4
// reject: E0317 a private member function is named here
class A {
    static int a(int);
};
struct B : A {};
B make() noexcept;
static_assert(noexcept((make().a)));

extern "C" __tile_global__ void test(int*) {}
