//@ check
// [over.match.best], [over.ics.rank]: the size of the result tells which was chosen.
using one = char (&)[1];
using two = char (&)[2];
using three = char (&)[3];

one promotion(int);
two promotion(long);
static_assert(sizeof(promotion('a')) == 1 && sizeof(promotion(true)) == 1);
static_assert(sizeof(promotion(1L)) == 2);

one floating(double);
two floating(int);
static_assert(sizeof(floating(1.0f)) == 1);

// A pointer to void is better than bool, a derived-to-base conversion better the nearer.
struct Base {};
struct Middle : Base {};
struct Derived : Middle {};
one pointer(void*);
two pointer(bool);
static_assert(sizeof(pointer(static_cast<int*>(nullptr))) == 1);
one base(Base*);
two base(Middle*);
static_assert(sizeof(base(static_cast<Derived*>(nullptr))) == 2);

// An rvalue prefers &&, a const lvalue can have const& only.
one reference(int&);
two reference(int const&);
three reference(int&&);
int lvalue();
extern int value;
extern int const constant;
static_assert(sizeof(reference(value)) == 1 && sizeof(reference(constant)) == 2);
static_assert(sizeof(reference(4)) == 3 && sizeof(reference(lvalue())) == 3);

// A non-template is better than a template that is as good; an exact template beats a conversion.
template <class T> one chosen(T);
two chosen(int);
static_assert(sizeof(chosen(1)) == 2 && sizeof(chosen(1.0)) == 1);

// User-defined conversions come after standard ones, the ellipsis last.
struct FromInt { FromInt(int); };
one rank(long);
two rank(FromInt);
three rank(...);
static_assert(sizeof(rank(1)) == 1 && sizeof(rank(FromInt(1))) == 2 && sizeof(rank("")) == 3);

// A conversion of each parameter must be no worse.
one both(int, double);
two both(double, double);
static_assert(sizeof(both(1, 1)) == 1 && sizeof(both(1.0, 1)) == 2);
