//@ check
// What a declaration needs to be known, and needs itself for: one error, with the members of the cycle.

// Enumeration bases.
template <class T> struct B1;
template <class T> struct A1 { enum E : decltype(B1<T>::b) { a }; };
template <class T> struct B1 { enum E : decltype(A1<T>::a) { b }; }; //~ error[E0314]: the declaration of `A1<int>::a` depends on itself
__tile_global__ void bases(int* out) { *out = A1<int>::a; }

// Aliases, through `decltype` and by themselves.
template <class T> struct B2;
template <class T> struct A2 { using X = decltype(B2<T>::f()); };
template <class T> struct B2 { static auto f() -> typename A2<T>::X; }; //~ error[E0314]: the declaration of `A2<int>::X` depends on itself
__tile_global__ void aliases(int* out) { *out = sizeof(A2<int>::X); }
template <class T> struct A3 { using X = typename A3<T>::X; }; //~ error[E0314]: the declaration of `A3<int>::X` depends on itself
__tile_global__ void alias(int* out) { *out = sizeof(A3<int>::X); }

// Array bounds.
template <class T> struct B4;
template <class T> struct A4 { static char a[sizeof(B4<T>::b)]; };
template <class T> struct B4 { static char b[sizeof(A4<T>::a)]; }; //~ error[E0314]: the type of `a` depends on itself
__tile_global__ void bounds(int* out) { *out = sizeof(A4<int>::a); }

// Alignments.
template <class T> struct B5;
template <class T> struct A5 { alignas(B5<T>) int a; };
template <class T> struct B5 { alignas(A5<T>) int b; }; //~ error[E0308]: `A5<int>` is not complete before its closing brace
__tile_global__ void alignments(int* out) { *out = sizeof(A5<int>); }

// Initialisers: the second constant has no value either, which the first error says.
template <class T> struct B6;
template <class T> struct A6 { static constexpr int a = B6<T>::b; };
template <class T> struct B6 { static constexpr int b = A6<T>::a; }; //~ error[E0314]: `a` is used in its own initialiser
__tile_global__ void initialisers(int* out) { *out = A6<int>::a; }
