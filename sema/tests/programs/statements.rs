//! Statements, lambdas, structured bindings, and the limits of tile code.

use std::fmt::Write;

use crate::testing::{expect, lowered, lowering_work};

#[test]
fn loops_and_branches() {
    expect(
        "constexpr int loops() {
             int s = 0;
             for (int i = 0, j = 10; i < j; ++i, --j) s += j - i;
             while (int r = s % 7) { s += r; if (s > 100) break; }
             do { s--; if (s % 2) continue; s--; } while (s > 50);
             if (int q = s; q > 3) s = q; else s = -q;
             return s;
         }
         static_assert(loops() > 0);
         constexpr int sw(int n) {
             int r = 0;
             switch (n) { case 1: r += 1; [[fallthrough]]; case 2: { r += 10; break; } case 3: case 4: return 7; default: r = 99; }
             return r;
         }
         static_assert(sw(1) == 11 && sw(2) == 10 && sw(4) == 7 && sw(9) == 99);
         __tile__ void bad(int n) {
             break; //~ E0518
             switch (n) { case 1: case 1: ; } //~ E0519
             switch (1.5) {} //~ E0509
         }",
    );
}

#[test]
fn range_for() {
    expect(
        "struct R { int n; struct I { int v; constexpr int operator*() const { return v; } constexpr I& operator++() { ++v; return *this; }
                    constexpr bool operator!=(const I& o) const { return v != o.v; } };
                    constexpr I begin() const { return {0}; } constexpr I end() const { return {n}; } };
         namespace ns { struct S { int a[3]; }; constexpr const int* begin(const S& s) { return s.a; } constexpr const int* end(const S& s) { return s.a + 3; } }
         constexpr int test() {
             int s = 0; int a[] = {1, 2, 3};
             for (int x : a) s += x;
             for (auto& x : a) x *= 2;
             for (const auto x : a) s += x;
             for (auto i : R{4}) s += i * 100;
             for (int v : ns::S{{7, 8, 9}}) s += v * 1000;
             return s;
         }
         static_assert(test() == 6 + 12 + 600 + 24000);
         __tile__ void k(int n) {
             for (int i : n) {} //~ E0509 invalid range
         }",
    );
}

#[test]
fn if_constexpr_discards() {
    expect(
        "template<class T> constexpr int f(T t) { if constexpr (sizeof(T) == 4) return 4; else if constexpr (__is_same(T, char)) return t.nothing; else return 8; } //~ E0303
         static_assert(f(1) == 4 && f(1.0) == 8);
         __tile__ void k() { f('c'); }",
    );
}

#[test]
fn return_type_deduction() {
    expect(
        "constexpr auto f(bool b) { if (b) return 1; return 2; }
         constexpr auto& g(int& x) { return x; }
         constexpr decltype(auto) h(int& x) { return (x); }
         auto v() {}
         static_assert(f(true) == 1 && __is_same(decltype(v()), void));
         constexpr int test() { int a = 1; g(a) = 4; h(a) += 1; return a; }
         static_assert(test() == 5);
         constexpr auto fact(int n) -> int { return n <= 1 ? 1 : n * fact(n - 1); }
         static_assert(fact(5) == 120);
         __tile__ auto bad(bool b) { if (b) return 1; return 2.0; } //~ E0520
         __tile__ void use() { bad(true); }
         __tile__ int none() { return; } //~ E0520
         __tile__ void some() { return 1; } //~ E0520",
    );
}

#[test]
fn structured_bindings() {
    expect(
        "struct P { int x; double y; };
         struct B { int a; }; struct D : B {};
         constexpr int test() {
             P p{1, 2.5}; auto [x, y] = p; auto& [rx, ry] = p; rx = 10;
             int arr[2] = {3, 4}; auto [a, b] = arr; auto& [c, d] = arr; c = 30;
             auto [e] = D{{6}};
             return x + int(y * 2) + p.x + a + b + arr[0] + e;
         }
         static_assert(test() == 1 + 5 + 10 + 3 + 4 + 30 + 6);
         namespace std { template<class T> struct tuple_size; template<unsigned long I, class T> struct tuple_element; }
         struct T { template<unsigned long I> constexpr int get() const { return I * 10; } };
         namespace std { template<> struct tuple_size<T> { static constexpr unsigned long value = 3; };
                         template<unsigned long I> struct tuple_element<I, T> { using type = int; }; }
         constexpr int tup() { auto [a, b, c] = T(); return a + b + c; }
         static_assert(tup() == 30);
         __tile__ void k() { P p; auto [a] = p; } //~ E0521 has 2 elements, but one name is given",
    );
}

#[test]
fn lambdas() {
    expect(
        "constexpr int test() {
             int a = 1, b = 2;
             auto add = [a, &b](int c) { b += c; return a + b + c; };
             int r = add(10);
             auto all = [=] { return a * 100 + b; };
             auto ref = [&] { a = 7; };
             ref();
             auto counter = [n = 10]() mutable { return ++n; };
             counter();
             auto generic = [](auto x, auto... rest) { return x + (rest + ... + 0); };
             auto tmpl = []<class T>(T* p) { return sizeof(T) + *p; };
             auto rec = [](auto self, int n) -> int { return n == 0 ? 0 : n + self(self, n - 1); };
             return r + all() + a + counter() + generic(1, 2, 3) + int(tmpl(&a)) + rec(rec, 3);
         }
         static_assert(test() == 23 + 112 + 7 + 12 + 6 + 11 + 6);
         struct S { int v = 3; constexpr int f() { auto g = [this] { return v; }; auto h = [*this]() mutable { v = 9; return v; }; auto i = [=, this] { return v + 1; }; return g() * 100 + h() * 10 + i(); } };
         static_assert(S().f() == 394);
         constexpr int consts() { constexpr int n = 4; const int m = 5; auto f = [] { return n + m; }; return f(); }
         static_assert(consts() == 9);
         template<class... T> constexpr int packs(T... t) { auto f = [t...] { return (t + ...); }; auto g = [...u = t] { return (u * ...); }; auto h = [&] { return sizeof...(t); }; return f() * 100 + g() * 10 + int(h()); }
         static_assert(packs(2, 3) == 562);
         __tile__ void k() { int x = 1; auto f = [] { return x; }; } //~ E0517 `x` is not captured",
    );
}

#[test]
fn nested_lambdas_and_structured_captures() {
    expect(
        "constexpr int test() {
             int a[2] = {1, 2}; auto [x, y] = a; int z = 3;
             auto outer = [&, x] { auto inner = [&] { z += x + y; return z; }; return inner() + inner(); };
             return outer();
         }
         static_assert(test() == 6 + 9);",
    );
}

#[test]
fn operators() {
    expect(
        "struct V { int x; constexpr V operator+(V o) const { return {x + o.x}; } constexpr V& operator+=(int n) { x += n; return *this; }
                    constexpr int operator[](int i) const { return x * i; } constexpr V operator-() const { return {-x}; }
                    constexpr V& operator++() { ++x; return *this; } constexpr V operator++(int) { V v = *this; ++x; return v; }
                    constexpr int operator()(int a, int b = 2) const { return a * b; } constexpr bool operator==(const V&) const = default; };
         constexpr V operator*(int n, V v) { return {n * v.x}; }
         constexpr int test() { V v{3}; v += 4; ++v; V w = v++; return (v + w).x + (2 * v).x + v[2] + (-v).x + v(3) + v(3, 4); }
         static_assert(test() == 17 + 18 + 18 - 9 + 6 + 12);
         static_assert(V{1} == V{1} && V{1} != V{2});
         struct C { int v; constexpr operator int() const { return v; } };
         static_assert(C{3} + 4 == 7 && -C{2} == -2 && C{5} > C{4} && (C{6} & 3) == 2 && C{1} == 1);
         struct N { int v; };
         __tile__ void k() {
             N{1} + 2; //~ E0312 no operator `+` takes N and int
             1 <=> 2; //~ E0301 include <compare>
         }",
    );
}

#[test]
fn builtin_arithmetic() {
    expect(
        "static_assert(__is_same(decltype('a' + 'b'), int) && __is_same(decltype(1u + 1), unsigned) && __is_same(decltype(1l + 1u), long));
         static_assert(__is_same(decltype(1.0f * 2), float) && __is_same(decltype(true << 1), int) && __is_same(decltype(1 ? 1 : 2.0), double));
         static_assert(7 / 2 == 3 && -7 / 2 == -3 && -7 % 3 == -1 && (5 & 3) == 1 && (5 ^ 1) == 4 && ~0 == -1 && (1 << 4) == 16 && (-16 >> 2) == -4);
         constexpr int a[4] = {1, 2, 3, 4};
         static_assert(&a[3] - &a[1] == 2 && *(a + 2) == 3 && 2[a] == 3 && *&a[1] == 2 && &a[0] < &a[1]);
         constexpr int inc() { int i = 1; int j = i++ + ++i; i <<= 3; i |= 1; i %= 10; short s = 3; s += 70000; return i + j + (s == 4467); }
         static_assert(inc() == 5 + 4 + 1);
         __tile__ void k(const int c, void* p) {
             1.5 % 2; //~ E0509 operator `%` does not take
             \"a\" * 2; //~ E0509
             c = 1; //~ E0511
             1 = c; //~ E0510
             p + 1; //~ E0509
             *p; //~ E0509
             &1; //~ E0510
         }",
    );
}

#[test]
fn three_way_comparison() {
    expect(
        "namespace std { struct strong_ordering { signed char v; static const strong_ordering less, equal, greater;
             friend constexpr bool operator==(strong_ordering a, int) { return a.v == 0; }
             friend constexpr bool operator<(strong_ordering a, int) { return a.v < 0; }
             friend constexpr bool operator<(int, strong_ordering a) { return 0 < a.v; }
             friend constexpr bool operator>(strong_ordering a, int) { return a.v > 0; }
             friend constexpr bool operator<=(strong_ordering a, int) { return a.v <= 0; }
             friend constexpr bool operator>=(strong_ordering a, int) { return a.v >= 0; } };
             inline constexpr strong_ordering strong_ordering::less{-1}; inline constexpr strong_ordering strong_ordering::equal{0};
             inline constexpr strong_ordering strong_ordering::greater{1}; }
         struct P { int x, y; constexpr auto operator<=>(const P&) const = default; };
         static_assert((1 <=> 2) < 0 && P{1, 2} < P{1, 3} && P{2, 0} > P{1, 9} && P{1, 1} >= P{1, 1} && P{1, 1} == P{1, 1} && P{1, 2} != P{1, 1});",
    );
}

#[test]
fn folds_and_packs() {
    expect(
        "template<class... T> constexpr int f(T... t) { return (t + ... + 0) * 100 + (1 * ... * t) + int(sizeof...(T)); }
         template<int... N> constexpr bool all = ((N > 0) && ...);
         template<class... T> constexpr int comma(T... t) { int s = 0; ((s = s * 10 + t), ...); return s; }
         static_assert(f(1, 2, 3) == 609 && f() == 1 && all<1, 2> && !all<1, -1> && all<> && comma(1, 2, 3) == 123);
         template<class... T> constexpr int bad(T... t) { return (t + ...); } //~ E0516
         __tile__ void k() { bad(); }",
    );
}

#[test]
fn user_defined_literals() {
    expect(
        "constexpr unsigned long long operator\"\"_k(unsigned long long n) { return n * 1000; }
         constexpr long double operator\"\"_h(long double x) { return x / 2; }
         template<char... C> constexpr int operator\"\"_n() { return sizeof...(C); }
         constexpr unsigned long operator\"\"_len(const char*, unsigned long n) { return n; }
         static_assert(5_k == 5000 && 3.0_h == 1.5 && 12345_n == 5 && \"abc\"_len == 3);
         __tile__ void k() { 5_none; } //~ E0301 is not a suffix of a literal",
    );
}

#[test]
fn decltype_and_sizeof() {
    expect(
        "struct S { int a; double& r; static float s; int f(char); };
         int i; int&& rr = 1;
         static_assert(__is_same(decltype(i), int) && __is_same(decltype((i)), int&) && __is_same(decltype(rr), int&&) && __is_same(decltype((rr)), int&));
         static_assert(__is_same(decltype(S::a), int) && __is_same(decltype(S::r), double&) && sizeof(S::a) == 4 && sizeof(i) == 4);
         static_assert(__is_same(decltype(static_cast<S*>(nullptr)->a), int) && noexcept(1 + 1) && alignof(double) == 8 && sizeof(char[3]) == 3);
         template<class T> constexpr bool has_f = requires(T t) { t.f('a'); { t.f('b') } ; typename T; requires sizeof(T) > 0; };
         static_assert(has_f<S> && !has_f<int>);",
    );
}

#[test]
fn tile_code_has_limits() {
    expect(
        "int host(int x) { return x; }
         __device__ int dev(int x) { return x; }
         constexpr int ce(int x) { return x + 1; }
         __tile__ int rec(int n) { return n ? rec(n - 1) : 0; }
         int global = 3; constexpr int table[3] = {1, 2, 3}; const int size = 4; __device__ int device;
         struct V { virtual int f() { return 1; } };
         struct D { ~D() {} };
         __tile_global__ void k(int* o, int n, int (*fp)(int)) {
             o[0] = host(1); //~ E0540 is a host function
             o[1] = dev(1); //~ E0549 is a __device__ function
             o[2] = ce(3) + table[n] + size;
             o[3] = ce(n);
             o[4] = global; //~ E0542
             o[5] = device;
             throw 1; //~ E0550
             int* p = new int; //~ E0545
             V v; o[8] = v.f(); //~ E0540 host function
             D d; //~ E0540 host function
             auto lambda = [&](int x) { return x + n; };
             o[9] = lambda(1);
             goto end;
             end: ;
         }",
    );
}

#[test]
fn thread_code_is_recognized() {
    expect(
        "__tile_global__ void k(int* o) {
             o[7] = threadIdx.x; //~ E0543
             __syncthreads(); //~ E0548
             atomicAdd(o, 1); //~ E0548 use `ct::atomic_add`
         }",
    );
}

#[test]
fn a_body_shows_all_its_mistakes() {
    expect(
        "__tile_global__ void k(int* o) {
             int a = b; //~ E0301
             a = 1;
             int c = a + d; //~ E0301
             o[0] = c;
             if (e) { //~ E0301 `e`
                 f(); //~ E0301 `f`
             }
         }",
    );
}

/// Labels that jump to each other, each to two others and to the end.
fn labels(count: usize) -> String {
    let mut text = "__tile_global__ void k(int* p, int x) {\n".to_owned();
    for label in 0..count {
        let (a, b) = ((label * 7 + 3) % count, (label * 11 + 5) % count);
        let _ = writeln!(
            text,
            "l{label}: x = x * 3 + {label}; if (x & 1) goto l{a}; if (x & 2) goto l{b};
             if (x > 999) goto end;"
        );
    }
    text + "goto l0;\nend: *p = x; }"
}

#[test]
fn work_grows_with_the_labels_not_with_their_pairs() {
    let few = lowering_work(&labels(16));
    let many = lowering_work(&labels(160));
    assert!(many < 11 * few, "16 labels: {few} instructions, 160 labels: {many}");
}

#[test]
fn labels_that_jump_cannot_reach() {
    expect(
        "__tile__ void f(int n) {
             switch (n) { case 1: { int v = n; case 2: ; } } //~ E0526 initialisation of `v`
             switch (n) { case 1 ... 5: case 6: case 5: ; } //~ E0519 duplicate `case 5`
             switch (n) { case 7: case 3 ... 9: ; } //~ E0519 overlaps
             if (n) { default: ; } //~ E0518 not in a `switch`
             if constexpr (true) { in: ; }
             goto in; //~ E0525 `if constexpr`
         }",
    );
}

/// The IR of a loop over an array, with a pragma before it.
fn loop_over_array(pragma: &str) -> String {
    let text = format!(
        "__tile_global__ void k(int* p, int n) {{
             int a[4] = {{n, n + 1, n + 2, n + 3}};
             int s = 0;
             {pragma}
             for (int i = 0; i < 4; ++i) {{ if (a[i] == 7) continue; s += a[i] * i; }}
             *p = s;
         }}"
    );
    ir::print::module(&lowered(&text))
}

#[test]
fn unrolled_loops_are_gone() {
    for pragma in ["#pragma unroll", "#pragma unroll 4", "_Pragma(\"unroll\")"] {
        let text = loop_over_array(pragma);
        assert!(!text.contains("loop") && !text.contains("alloca"), "{pragma}: {text}");
    }
    for pragma in ["", "#pragma nounroll", "#pragma unroll 1", "#pragma unroll 2"] {
        let text = loop_over_array(pragma);
        assert!(text.contains("loop") && text.contains("alloca"), "{pragma}: {text}");
    }
}

#[test]
fn hints_expand_packs() {
    let text = ir::print::module(&lowered(
        "#include \"cuda_tile.h\"
         namespace ct = cuda::tiles;
         template <int... Archs>
         [[cutile::hint(Archs, occupancy = sizeof...(Archs) + 1)...]]
         __tile_global__ void k(float* p) {
             auto at = p + ct::iota<ct::tile<int, ct::shape<4>>>();
             [[cutile::hint(Archs, latency = Archs / 100)...]] ct::store(at, ct::load(at));
         }
         template __tile_global__ void k<900, 1000>(float*);",
    ));
    for part in ["sm_90 = {occupancy = 3}", "sm_100 = {occupancy = 3}"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    for part in ["sm_90 = {latency = 9}", "sm_100 = {latency = 10}"] {
        assert_eq!(text.matches(part).count(), 2, "{part}: {text}");
    }
}
