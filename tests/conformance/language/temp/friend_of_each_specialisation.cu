// case: friend_of_each_specialisation
// spec: [temp.friend], [class.friend]
// arg: out i32[3]
// expect: [3, 12, 9]
// note: each specialisation defines its own friend, found through its argument; all specialisations are friends of each other

template <class T> class Box {
    T value;
    template <class U> friend class Box;
    friend __tile__ int sized(const Box& box, int n) { return sizeof(T) * n; }

public:
    __tile__ Box(T v) : value(v) {}
    template <class U> __tile__ int sum(const Box<U>& other) const { return value + other.value; }
};
extern "C" __tile_global__ void test(int* out) {
    Box<char> small(4);
    Box<int> large(5);
    out[0] = sized(small, 3);
    out[1] = sized(large, 3);
    out[2] = large.sum(small);
}
