// case: partial_ordering_with_the_object
// spec: [temp.func.order]/3, [over.match.best]
// arg: out i32[5]
// expect: [4, 7, 10, 12, 13]
// note: where one of two templates is a non-static member, its object is its first parameter
struct A {
    template <class T>
    __tile__ constexpr int operator+(T) const { return 3; }
    template <class T>
    __tile__ constexpr int operator*(T*) const { return 7; }
    template <class T>
    __tile__ constexpr int operator/(T) && { return 9; }
    template <class T>
    __tile__ constexpr int operator<<(const T*) const { return 11; }
    template <class T>
    __tile__ constexpr int operator%(T&&) const { return 14; }
};
__tile__ constexpr int operator+(const A&, int) { return 4; }
template <class T>
__tile__ constexpr int operator*(const A&, T) { return 8; }
template <class T>
__tile__ constexpr int operator/(A&&, T*) { return 10; }
template <class S, class T>
__tile__ constexpr int operator<<(const S&, const T* const&) = delete;
__tile__ constexpr int operator<<(const A&, const int*) { return 12; }
template <class T>
__tile__ constexpr int operator%(const A&, T*&&) { return 13; }
extern "C" __tile_global__ void test(int* out) {
    const A a;
    int n = 0;
    out[0] = a + 1;
    out[1] = a * &n;
    out[2] = A() / &n;
    out[3] = a << static_cast<const int*>(&n);
    out[4] = a % &n;
}
