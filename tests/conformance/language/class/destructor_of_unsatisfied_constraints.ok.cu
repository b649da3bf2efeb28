// case: destructor_of_unsatisfied_constraints
// spec: [class.dtor]/4
// accept: the same, corrected
template<class T> struct S {
    ~S() requires(sizeof(T) == 4) = default;
};
static_assert(noexcept(S<int>()));

extern "C" __tile_global__ void test(int*) {}
