// case: friend_of_another_overload
// spec: [class.friend]/9
// accept: the call is of the friend
template <class T> struct S;
template <class T> __tile__ constexpr int f(S<T> s, T n);
template <class T> struct S {
    friend __tile__ constexpr int f<>(S, T);
private:
    int v = 3;
};
template <class T> __tile__ constexpr int f(S<T> s, T n) { return s.v + n; }
extern "C" __tile_global__ void test(int* out) { *out = f(S<int>{}, 1); }
