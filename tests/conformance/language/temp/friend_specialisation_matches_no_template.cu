// case: friend_specialisation_matches_no_template
// spec: [temp.friend]/1
// reject: E0413 `f` has one parameter
template <class T> struct S;
template <class T> __tile__ constexpr int f(S<T> s);
template <class T> struct S {
    friend __tile__ constexpr int f<>(S, int);
    int v = 3;
};
template <class T> __tile__ constexpr int f(S<T> s) { return s.v; }
extern "C" __tile_global__ void test(int* out) { *out = f(S<int>{}); }
