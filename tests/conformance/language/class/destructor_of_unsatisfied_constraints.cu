// case: destructor_of_unsatisfied_constraints
// spec: [class.dtor]/4
// reject: E0404 no prospective destructor has satisfied constraints
template<class T> struct S {
    ~S() requires(sizeof(T) == 4) = default;
};
static_assert(noexcept(S<char>()));

extern "C" __tile_global__ void test(int*) {}
