// case: friend_specialisation_matches_no_template
// spec: [temp.friend]/1
// accept: the friend is the specialisation for the class
template <class T> struct S;
template <class T> __tile__ constexpr int f(S<T> s);
template <class T> __tile__ constexpr int g(T s, int n);
template <class T> struct S {
    friend __tile__ constexpr int f<>(S);
    friend __tile__ constexpr int g<S>(S, int);
private:
    int v = 3;
};
template <class T> __tile__ constexpr int f(S<T> s) { return s.v; }
template <class T> __tile__ constexpr int g(T s, int n) { return s.v + n; }
static_assert(f(S<int>{}) == 3 && g(S<char>{}, 2) == 5);
extern "C" __tile_global__ void test(int* out) { *out = f(S<int>{}); }
