//! Classes, their layout and special members.

use crate::testing::expect;

#[test]
fn layout() {
    expect(
        "struct A { char c; int i; short s; };
         struct Empty {};
         struct B : Empty { long x; };
         struct C { Empty e; char c; };
         union U { int i; double d; };
         struct Bits { int a : 3; int b : 5; int c : 30; };
         struct alignas(16) V { float x, y; };
         static_assert(sizeof(A) == 12 && alignof(A) == 4);
         static_assert(sizeof(Empty) == 1 && sizeof(B) == 8 && sizeof(C) == 2);
         static_assert(sizeof(U) == 8 && sizeof(Bits) == 8 && sizeof(V) == 16);",
    );
}

#[test]
fn traits_of_classes() {
    expect(
        "struct A { int x; };
         struct B : A { B(const B&); };
         struct C { C() = default; C(const C&) = delete; };
         struct D final { const int n; };
         class E { int private_; };
         static_assert(__is_class(A) && !__is_union(A) && __is_trivially_copyable(A));
         static_assert(__is_base_of(A, B) && !__is_base_of(B, A));
         static_assert(!__is_trivially_copyable(B));
         static_assert(__is_aggregate(A) && !__is_aggregate(B) && !__is_aggregate(E));
         static_assert(__is_final(D) && __is_empty(C));
         static_assert(__is_constructible(A, const A&) && !__is_constructible(C, const C&));
         static_assert(!__is_constructible(D) && __is_assignable(A&, A) && !__is_assignable(D&, D));
         static_assert(__is_convertible(B*, A*) && !__is_convertible(A*, B*));",
    );
}

#[test]
fn members_are_found_in_bases() {
    expect(
        "struct A { using T = int; static constexpr int n = 3; };
         struct B : A { using U = T; };
         struct C : B { static constexpr int m = n + 1; U x; };
         static_assert(C::m == 4 && sizeof(C) == 4 && __is_same(C::T, int));",
    );
}

#[test]
fn incomplete_classes() {
    expect(
        "struct A;
         static_assert(sizeof(A) == 1); //~ E0308 definition is missing
         struct B { B b; };
         static_assert(sizeof(int) == 4);",
    );
}

#[test]
fn members_are_defined_outside() {
    expect(
        "struct A { __tile__ int f(int) const; __tile__ int f(float) const; };
         __tile__ int A::f(int x) const { return x; }
         __tile__ int A::f(float x) const { return missing; } //~ E0301 missing
         template<class T> struct B { __tile__ T g(T) const; };
         template<class U> __tile__ U B<U>::g(U x) const { return x; }
         __tile_global__ void k(int* out) { *out = A{}.f(1) + A{}.f(2.0f) + B<int>{}.g(3); }",
    );
}
