// case: friend_is_one_specialization
// spec: [temp.friend]/1, [class.friend]
// reject: E0317 a friend declaration with template arguments makes one specialisation a friend
template<class T> struct S;
template<class T> constexpr int f(S<T>);
template<class T> struct S {
    friend constexpr int f<>(S);

  private:
    static constexpr int sp = 1;
};
template<class T> constexpr int f(S<T>) { return S<char>::sp; }
static_assert(f(S<int>()) == 1);

extern "C" __tile_global__ void test(int*) {}
