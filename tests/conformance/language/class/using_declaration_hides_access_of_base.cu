// case: using_declaration_hides_access_of_base
// spec: [namespace.udecl]/19, [class.access.base]/5
// reject: E0317 what a using-declaration names has the access of the declaration
struct A {
    static constexpr int b = 1;
};
struct B : A {
  protected:
    using A::b;
};
static_assert(B::b == 1);

extern "C" __tile_global__ void test(int*) {}
