//! Conversions and overload resolution.

use crate::testing::expect;

#[test]
fn promotions_beat_conversions() {
    expect(
        "constexpr int f(int) { return 1; }
         constexpr int f(long) { return 2; }
         constexpr int f(double) { return 3; }
         enum E : short { e };
         enum class S : short { s };
         static_assert(f('a') == 1 && f(true) == 1 && f(1.0f) == 3 && f(1l) == 2 && f(e) == 1);
         constexpr int g(short) { return 1; }
         constexpr int g(int) { return 2; }
         static_assert(g(e) == 1);
         __tile__ void k() {
             f(S::s); //~ E0312 no `f` takes (S)
             f(1ul); //~ E0501 ambiguous
         }",
    );
}

#[test]
fn references_and_qualifiers() {
    expect(
        "constexpr int f(int&) { return 1; }
         constexpr int f(const int&) { return 2; }
         constexpr int f(int&&) { return 3; }
         constexpr int g(const int&) { return 1; }
         constexpr int g(int&&) { return 2; }
         constexpr int p(int*) { return 1; }
         constexpr int p(const int*) { return 2; }
         constexpr int p(const void*) { return 3; }
         constexpr int test() {
             int a = 0; const int b = 0; const int* q = &b; double* d = nullptr;
             return f(a) * 1000000 + f(b) * 100000 + f(1) * 10000 + g(a) * 1000
                  + g(static_cast<int&&>(a)) * 100 + p(&a) * 10 + p(q) + p(d) * 10000000;
         }
         static_assert(test() == 31231212);",
    );
}

#[test]
fn derived_to_base_prefers_the_nearer() {
    expect(
        "struct A {}; struct B : A {}; struct C : B {};
         constexpr int f(const A&) { return 1; }
         constexpr int f(const B&) { return 2; }
         constexpr int g(A*) { return 1; }
         constexpr int g(void*) { return 2; }
         constexpr int test() { C c; return f(c) * 10 + g(&c); }
         static_assert(test() == 21);",
    );
}

#[test]
fn user_defined_conversions() {
    expect(
        "struct Meters { double v; constexpr Meters(double v) : v(v) {} };
         struct Id { int v; constexpr explicit Id(int v) : v(v) {} constexpr operator int() const { return v; } };
         struct Flag { constexpr explicit operator bool() const { return true; } };
         constexpr double f(Meters m) { return m.v; }
         static_assert(f(3) == 3.0);
         static_assert(Id(4) + 1 == 5 && (Flag() ? 1 : 2) == 1 && !(!Flag()));
         constexpr int id(Id i) { return i; }
         __tile__ void k() {
             int a = id(3); //~ E0312 converts to `Id` only by a cast
             bool b = Flag(); //~ E0503 the conversion is explicit
             Id c = 3; //~ E0503 the conversion is explicit
         }",
    );
}

#[test]
fn conversion_function_templates() {
    expect(
        "struct Any { template<class T> constexpr operator T() const { return T(7); } };
         constexpr int test() { int a = Any(); double b = Any{}; return a + static_cast<int>(b); }
         static_assert(test() == 14);
         struct Ref { int v = 1; constexpr operator int&() { return v; } };
         constexpr int ref() { Ref r; int& x = r; x = 5; return r.v; }
         static_assert(ref() == 5);",
    );
}

#[test]
fn templates_lose_to_functions_and_to_the_more_specialized() {
    expect(
        "template<class T> constexpr int f(T) { return 1; }
         template<class T> constexpr int f(T*) { return 2; }
         constexpr int f(double) { return 3; }
         static_assert(f(1) == 1 && f(1.0) == 3 && f<double>(1.0) == 1 && f(static_cast<int*>(nullptr)) == 2);
         template<class T> concept Small = sizeof(T) < 4;
         template<class T> constexpr int g(T) { return 1; }
         template<Small T> constexpr int g(T) { return 2; }
         static_assert(g('a') == 2 && g(1) == 1);",
    );
}

#[test]
fn narrowing_in_braces() {
    expect(
        "constexpr int n = 100;
         __tile__ void k(int i, long l, double x) {
             char a{n}; unsigned b{3}; float c{1}; float d{0.1}; double e{1.5f};
             char f{1000}; //~ E0504 1000 does not fit in `char`
             int g{1.5}; //~ E0504 may change the value
             unsigned h{-1}; //~ E0504 -1 does not fit in `unsigned`
             short s{i}; //~ E0504
             float y{x}; //~ E0504
             double z{i}; //~ E0504
             int j{l}; //~ E0504
             long m{i};
         }",
    );
}

#[test]
fn casts() {
    expect(
        "enum class C : unsigned char { a = 3 };
         struct B { int x = 1; }; struct D : B { int y = 2; };
         constexpr int test() {
             D d; B& b = d; D& r = static_cast<D&>(b); B* q = &d; r.y += static_cast<D*>(q)->y - 2;
             const int i = 5; int* p = const_cast<int*>(&i);
             return r.y + *p + (int)C::a + static_cast<int>(2.9) + int('\\1') + (static_cast<bool>(7) ? 1 : 0);
         }
         static_assert(test() == 2 + 5 + 3 + 2 + 1 + 1);
         static_assert(static_cast<unsigned char>(300) == 44 && (unsigned)-1 == 4294967295u);
         static_assert(__is_same(decltype(static_cast<const int&>(1)), const int&));
         template<class T> struct Crtp { constexpr int get() const { return static_cast<const T*>(this)->v; } };
         struct Padded { int p = 1; }; struct Own : Padded, Crtp<Own> { int v = 8; };
         static_assert(Own().get() == 8);
         __tile__ void k(long* a) {
             int* p = reinterpret_cast<int*>(1.0); //~ E0513 reinterpret_cast from
             int* q = static_cast<int*>(5l); //~ E0513
             long b = (long)a;
         }",
    );
}

#[test]
fn default_arguments_and_variadics() {
    expect(
        "constexpr int base = 3;
         constexpr int f(int a, int b = base + 1, int c = 10) { return a * 100 + b * 10 + c; }
         static_assert(f(1) == 150 && f(1, 2) == 130 && f(1, 2, 3) == 123);
         __tile__ void k() {
             f(); //~ E0312 takes one argument
             f(1, 2, 3, 4); //~ E0312 takes 3 arguments, not 4
         }
         template<class T, class U = int> constexpr int g(T, U u = 4) { return u; }
         static_assert(g(1.0) == 4 && g(1, 2) == 2);",
    );
}

#[test]
fn argument_dependent_lookup() {
    expect(
        "namespace a { struct S {}; constexpr int f(S) { return 1; } template<class T> constexpr int g(S, T) { return sizeof(T); } }
         namespace b { constexpr int f(int) { return 2; } constexpr int test() { return f(a::S()) * 10 + f(1); } }
         static_assert(b::test() == 12 && g(a::S(), 'c') == 1);
         static_assert((f)(a::S()) == 1); //~ E0301 `f` is not declared",
    );
}

#[test]
fn ref_qualifiers_and_const_members() {
    expect(
        "struct S {
             constexpr int f() & { return 1; }
             constexpr int f() const& { return 2; }
             constexpr int f() && { return 3; }
             constexpr int g() { return 1; }
             constexpr int g() const { return 2; }
             static constexpr int h(int) { return 4; }
             constexpr int h() const { return 5; }
         };
         constexpr int test() { S s; const S c; return s.f() * 10000 + c.f() * 1000 + S().f() * 100 + s.g() * 10 + c.g(); }
         static_assert(test() == 12312 && S().h() == 5 && S::h(1) == 4);
         struct N { int f() { return 1; } };
         __tile__ void k(const N& n) { n.f(); } //~ E0312 it is not declared `const`",
    );
}

#[test]
fn addresses_of_overloads() {
    expect(
        "constexpr int f(int) { return 1; }
         constexpr int f(double) { return 2; }
         constexpr int (*p)(double) = &f;
         static_assert(p(1) == 2);
         constexpr int call(int (*g)(int)) { return g(3); }
         static_assert(call(f) == 1);
         template<class T> constexpr T twice(T x) { return x + x; }
         constexpr int (*q)(int) = twice;
         static_assert(q(4) == 8 && call(twice<int>) == 6);
         __tile__ void k() { auto r = f; } //~ E0508 names several functions",
    );
}

#[test]
fn initializer_lists() {
    expect(
        "namespace std { template<class E> class initializer_list {
             const E* first; unsigned long count;
         public:
             constexpr unsigned long size() const { return count; }
             constexpr const E* begin() const { return first; }
             constexpr const E* end() const { return first + count; }
         }; }
         constexpr int sum(std::initializer_list<int> list) { int s = 0; for (int i : list) s += i; return s; }
         static_assert(sum({1, 2, 3}) == 6 && sum({}) == 0);
         struct V { int how; constexpr V(int, int) : how(1) {} constexpr V(std::initializer_list<int>) : how(2) {} };
         static_assert(V(1, 2).how == 1 && V{1, 2}.how == 2);
         __tile__ void k() { sum({1.5}); } //~ E0504",
    );
}

#[test]
fn deleted_functions() {
    expect(
        "void f(int) = delete;
         void f(double);
         __tile__ void k() { f(1); } //~ E0502 is deleted
         struct S { S(const S&) = delete; S() = default; };
         __tile__ void l() { S a; S b = a; } //~ E0502",
    );
}
