//@ check
// What has a state of its own, since lookup may see it half done, and needs itself: g++ refuses each.
constexpr int f_of_v();
constexpr int v = f_of_v();
constexpr int f_of_v() { return v; } //~ error[E0314]
struct Bound {
    int a[sizeof(Bound)]; //~ error[E0308]
};
struct Aligned {
    alignas(alignof(Aligned)) int a;
};
struct Width {
    int a : sizeof(Width);
};
enum class Base : decltype(int(Base::value)) { value };
auto deduced() { return deduced(); }
auto one();
auto two() { return one(); }
auto one() { return two(); }
decltype(named) named = 1;
using Alias = decltype(Alias());
struct Friend {
    friend auto g(Friend) { return g(Friend()); } //~ error[E0318]
};
template <class T> struct Parent : decltype(Parent<T>()) {}; //~ error[E0308]
template <class T> struct Field {
    Field<T> inner; //~ error[E0308]
};
template <class T> struct Enumerated {
    enum E { value = Enumerated<T>::value }; //~ error[E0314]
};
template <class T> struct Static {
    static constexpr int value = Static<T>::value; //~ error[E0314]
    static constexpr auto placeholder = Static<T>::placeholder; //~ error[E0314]
};
template <class T> auto returned() { return returned<T>(); } //~ error[E0318]
template <class T> auto trailing() -> decltype(trailing<T>()); //~ error[E0314]
auto lambda = [] { return lambda; };
constexpr auto recursive = [](int n) { return recursive(n); };
template <class T> constexpr int variable = variable<T>; //~ error[E0314]
__tile_global__ void kernel(int *out) {
    out[0] = v;
    out[1] = sizeof(Bound);
    out[3] = sizeof(g(Friend()));
    Parent<int> parent;
    Field<int> field;
    out[4] = Enumerated<int>::value;
    out[5] = Static<int>::value;
    out[6] = sizeof(Static<int>::placeholder);
    out[7] = sizeof(returned<int>());
    out[8] = sizeof(trailing<int>());
    out[9] = variable<int>;
}
