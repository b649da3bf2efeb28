// case: access_friends
// spec: [class.friend]
// arg: i32 = 5
// arg: out i32[6]
// expect: [5, 6, 7, 8, 9, 10]
// note: functions, classes, templates and members of other classes can be friends.
class Secret;
struct Holder {
    __tile__ int look(Secret const& s) const;
};
template <typename T>
__tile__ int open(T const& t);
template <typename T>
struct Box;
class Secret {
    int value;
    friend __tile__ int peek(Secret const& s) { return s.value; }
    friend int outside(Secret const& s);
    friend struct Whole;
    friend int Holder::look(Secret const&) const;
    template <typename T>
    friend int open(T const& t);
    template <typename T>
    friend struct Box;

public:
    __tile__ Secret(int v) : value(v) {}
};
__tile__ int outside(Secret const& s) { return s.value + 1; }
struct Whole {
    struct Inner {
        __tile__ int look(Secret const& s) const { return s.value + 2; }
    };
};
__tile__ int Holder::look(Secret const& s) const { return s.value + 3; }
template <typename T>
__tile__ int open(T const& t) {
    return t.value + 4;
}
template <typename T>
struct Box {
    __tile__ T look(Secret const& s) const { return s.value + 5; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    Secret s(n);
    out[0] = peek(s);
    out[1] = outside(s);
    out[2] = Whole::Inner().look(s);
    out[3] = Holder().look(s);
    out[4] = open(s);
    out[5] = Box<int>().look(s);
}
