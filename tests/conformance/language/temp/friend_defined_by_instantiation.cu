// case: friend_defined_by_instantiation
// spec: [temp.friend]/5
// arg: i32 = 5
// arg: out i32[2]
// expect: [47, 8]
// note: `slot(Key<1>)` is declared by `Key<1>` and defined by `Fill<1, 42>`
template <int N> struct Key {
    friend constexpr int slot(Key<N>);
};
template <int N, int Value> struct Fill {
    friend constexpr int slot(Key<N>) { return Value; }
};
template struct Fill<1, 42>;
template <class T> struct Box {
    T value;
    friend __tile__ T take(Box box, T more);
};
template <class T> struct Taker {
    friend __tile__ T take(Box<T> box, T more) { return box.value + more; }
};
extern "C" __tile_global__ void test(int n, int* out) {
    Taker<int> taker;
    out[0] = slot(Key<1>{}) + n;
    out[1] = take(Box<int>{n}, 3) + static_cast<int>(sizeof(taker)) - 1;
}
