// case: member_function_through_a_pointer_is_called
// spec: [expr.mptr.oper]/6
// accept: what `.*` makes of a member function can only be called
struct A {
    int f();
    int m;
};
template<class T> concept Names = requires(A a, T t) { a.*t; };
template<class T> concept Calls = requires(A a, T t) { (a.*t)(); };
static_assert(!Names<int (A::*)()> && Calls<int (A::*)()>);
static_assert(Names<int A::*> && !Calls<int A::*>);

extern "C" __tile_global__ void test(int*) {}
