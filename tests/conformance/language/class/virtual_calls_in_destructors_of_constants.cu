// case: virtual_calls_in_destructors_of_constants
// spec: [class.cdtor]/4, [class.cdtor]/6
// accept: while the constructor or destructor of a base runs, the object is of the class of the base
struct A {
    int* log;
    constexpr A(int* l) : log(l) { *log = *log * 10 + id(); }
    constexpr virtual int id() const { return 1; }
    constexpr virtual ~A() { *log = *log * 10 + id(); }
};
struct B : A {
    constexpr B(int* l) : A(l) { *log = *log * 10 + id(); }
    constexpr int id() const override { return 2; }
    constexpr ~B() { *log = *log * 10 + id(); }
};
struct C : B {
    constexpr C(int* l) : B(l) {}
    constexpr int id() const override { return 3; }
    constexpr ~C() {
        A* a = this;
        *log = *log * 10 + a->id();
    }
};
constexpr int of_variable() {
    int log = 0;
    { C c(&log); }
    return log;
}
static_assert(of_variable() == 12321);
constexpr int of_new() {
    int log = 0;
    A* a = new B(&log);
    delete a;
    return log;
}
static_assert(of_new() == 1221);
struct P {
    int* log;
    constexpr P(int* l) : log(l) {}
    constexpr virtual ~P();
};
struct Q : P {
    constexpr Q(int* l) : P(l) {}
    constexpr ~Q() override;
};
constexpr P::~P() { *log = *log * 10 + (dynamic_cast<Q*>(this) ? 1 : 2); }
constexpr Q::~Q() {
    P* p = this;
    *log = *log * 10 + (dynamic_cast<Q*>(p) ? 1 : 2);
}
constexpr int of_casts() {
    int log = 0;
    { Q q(&log); }
    return log;
}
static_assert(of_casts() == 12);

extern "C" __tile_global__ void test(int*) {}
