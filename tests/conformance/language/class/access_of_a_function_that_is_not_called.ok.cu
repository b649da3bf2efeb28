// case: access_of_a_function_that_is_not_called
// spec: [class.access.general]/4
// accept: the same, corrected
struct A {
    static int a(int);
};
struct B : A {};
B make() noexcept;
static_assert(noexcept((make().a)));

extern "C" __tile_global__ void test(int*) {}
