// case: friend_is_one_specialization
// spec: [temp.friend]/1, [class.friend]
// accept: the same, corrected
template<class T> struct S;
template<class T> constexpr int f(S<T>);
template<class T> struct S {
    friend constexpr int f<>(S);

  private:
    static constexpr int sp = 1;
};
template<class T> constexpr int f(S<T>) { return S<T>::sp; }
static_assert(f(S<int>()) == 1);

extern "C" __tile_global__ void test(int*) {}
