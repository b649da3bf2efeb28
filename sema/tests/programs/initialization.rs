//! Initialisation in all its forms.

use crate::testing::expect;

#[test]
fn aggregates() {
    expect(
        "struct P { int x, y = 7; };
         struct L { P a; P b[2]; int c; };
         constexpr L l{1, 2, {{3, 4}, {5}}, 6};
         static_assert(l.a.x == 1 && l.a.y == 2 && l.b[0].y == 4 && l.b[1].x == 5 && l.b[1].y == 7 && l.c == 6);
         constexpr L m = {{1}, 2, 3, 4, 5, 6};
         static_assert(m.a.y == 7 && m.b[1].y == 5 && m.c == 6);
         constexpr P d{.y = 3};
         static_assert(d.x == 0 && d.y == 3);
         constexpr P e(4, 5);
         static_assert(e.x == 4 && e.y == 5);
         struct B { int b; }; struct D : B { int d; };
         constexpr D f{{1}, 2};
         constexpr D g{3, 4};
         static_assert(f.b == 1 && f.d == 2 && g.b == 3 && g.d == 4);
         __tile__ void k() {
             P bad{1, 2, 3}; //~ E0505 too many initialisers
             P worse{.y = 1, .x = 2}; //~ E0507 is declared earlier
             P none{.z = 1}; //~ E0507 has no field `z`
         }",
    );
}

#[test]
fn arrays_and_strings() {
    expect(
        "constexpr int a[] = {1, 2, 3};
         constexpr int b[5] = {1, 2};
         constexpr char s[] = \"abc\";
         constexpr int c[2][3] = {{1, 2, 3}, {4}};
         constexpr int d[2][2] = {1, 2, 3, 4};
         static_assert(sizeof(a) == 12 && b[4] == 0 && sizeof(s) == 4 && s[1] == 'b' && c[1][0] == 4 && c[1][2] == 0 && d[1][1] == 4);
         __tile__ void k() {
             char t[2] = \"abc\"; //~ E0505 the string has 4 characters
             int e[2] = {1, 2, 3}; //~ E0505 too many initialisers
         }",
    );
}

#[test]
fn value_and_default_initialization() {
    expect(
        "struct A { int x; int y = 2; };
         struct B { int x; B() = default; };
         struct C { int x; constexpr C() : x(9) {} };
         constexpr int test() { A a{}; B b{}; C c; int i{}; int* p{}; double arr[3]{}; return a.x + a.y + b.x + c.x + i + (p ? 1 : 0) + int(arr[2]); }
         static_assert(test() == 11 && A().y == 2 && int() == 0 && C().x == 9);
         __tile__ void k() {
             const int n; //~ E0506 needs an initialiser
             int& r; //~ E0506 a reference needs an initialiser
         }",
    );
}

#[test]
fn constructors() {
    expect(
        "struct A {
             int x, y;
             constexpr A(int x) : A(x, 5) {}
             constexpr A(int x, int y) : x(x), y{y} {}
         };
         struct B : A { int z = x + y; using A::A; };
         struct C { A a; int n; constexpr C(int v) : a{v, v}, n(a.x) { n += 1; } };
         template<class... T> struct M : T... { constexpr M(T... t) : T(t)... {} };
         struct X { int x; }; struct Y { int y; };
         constexpr M<X, Y> m(X{1}, Y{2});
         static_assert(A(1).y == 5 && B(1, 2).z == 3 && C(4).n == 5 && m.x == 1 && m.y == 2);
         struct D { D(int); };
         struct E { int& r; __tile__ E() {} }; //~ E0506 leaves the reference `r` unbound
         struct F { int a; __tile__ F() : b(1) {} }; //~ E0301 `b` is not declared
         __tile__ void none() { D d; } //~ E0312 no default constructor
         __tile__ void k() {
             E e;
             F f;
         }",
    );
}

#[test]
fn copies_moves_and_assignment() {
    expect(
        "struct T { int copies = 0; constexpr T() = default; constexpr T(const T& o) : copies(o.copies + 1) {}
                    constexpr T& operator=(const T& o) { copies = o.copies + 10; return *this; } };
         struct W { T t; int a[2]; };
         constexpr int test() { W w{}; W v = w; W u = v; u = w; v.a[1] = 3; W x = static_cast<W&&>(v); return u.t.copies * 100 + x.t.copies * 10 + x.a[1]; }
         static_assert(test() == 1023);
         constexpr T make() { return T(); }
         constexpr int elided() { T t = make(); return t.copies; }
         static_assert(elided() == 0);",
    );
}

#[test]
fn unions() {
    expect(
        "union U { int i; float f; };
         constexpr U u{3}; constexpr U v{.f = 1.5f};
         static_assert(u.i == 3 && v.f == 1.5f);
         struct S { int tag; union { int i; float f; }; constexpr S(float x) : tag(1), f(x) {} };
         constexpr S s(2.5f);
         static_assert(s.f == 2.5f && s.tag == 1);",
    );
}

#[test]
fn references_extend_temporaries() {
    expect(
        "struct P { int x; };
         constexpr int test() { const P& p = P{4}; int&& r = 3; r += p.x; const double& d = 2; return r + int(d); }
         static_assert(test() == 9);
         __tile__ void k(const int c) {
             int& bad = 3; //~ E0503 binds to a variable only
             int& worse = c; //~ E0503 would drop its const
         }",
    );
}

#[test]
fn class_template_argument_deduction() {
    expect(
        "template<class T> struct V { T a, b; V(T, T); };
         template<class T> struct A { T x; T y; };
         template<class T, int N> struct Arr { T d[N]; };
         template<class T, class... U> Arr(T, U...) -> Arr<T, 1 + sizeof...(U)>;
         __tile__ void k() {
             V v(1, 2); A a{1.5, 2.5}; Arr r{1, 2, 3}; const V w{3, 4}; auto x = A{1, 2}; V copy = v; V other{v};
             static_assert(__is_same(decltype(v), V<int>) && __is_same(decltype(a), A<double>));
             static_assert(__is_same(decltype(r), Arr<int, 3>) && __is_same(decltype(x), A<int>));
             static_assert(__is_same(decltype(w), const V<int>) && __is_same(decltype(copy), V<int>));
             static_assert(__is_same(decltype(other), V<int>));
             V bad(1, 2.0); //~ E0412
         }",
    );
}

#[test]
fn bit_fields() {
    expect(
        "struct F { unsigned a : 3; int b : 4; bool c : 1; };
         constexpr int test() { F f{9, 7, true}; f.b += 3; f.a++; return int(f.a) * 100 + f.b + (f.c ? 1000 : 0); }
         static_assert(test() == 1000 + 200 - 6);",
    );
}
