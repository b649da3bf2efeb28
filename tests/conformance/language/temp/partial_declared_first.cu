// case: partial_declared_first
// spec: [temp.spec.partial], [temp.over.link]
// arg: out i32[4]
// expect: [1, 2, 0, 3]
template <class T>
inline constexpr bool is_object = true;
template <class T>
inline constexpr bool is_object<T&> = false;

template <class T>
struct Traits {
    static constexpr int value = 0;
};

// Declared, and defined below: each pair is one partial specialisation.
template <class T>
    requires is_object<T>
struct Traits<T*>;
template <class T, int N>
struct Traits<T[N]>;

template <class U>
    requires is_object<U>
struct Traits<U*> {
    static constexpr int value = 1;
};
template <class T, int N>
struct Traits<T[N]> {
    static constexpr int value = N;
};
template <class T>
struct Traits<T[]> {
    static constexpr int value = 3;
};
// A declaration behind the definition changes nothing.
template <class T>
    requires is_object<T>
struct Traits<T*>;

extern "C" __tile_global__ void test(int* out) {
    out[0] = Traits<float*>::value;
    out[1] = Traits<int[2]>::value;
    out[2] = Traits<float>::value;
    out[3] = Traits<int[]>::value;
}
