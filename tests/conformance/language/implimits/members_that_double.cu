// case: members_that_double
// spec: [implimits]
// reject: E0417 2^15 classes of a hundred members
#define PASTE(a, b) a##b
#define MEMBER(n) int PASTE(member, n);
#define TEN(f) f(__COUNTER__) f(__COUNTER__) f(__COUNTER__) f(__COUNTER__) f(__COUNTER__) \
               f(__COUNTER__) f(__COUNTER__) f(__COUNTER__) f(__COUNTER__) f(__COUNTER__)

template <int Level, int Index>
struct Node {
    TEN(MEMBER) TEN(MEMBER) TEN(MEMBER) TEN(MEMBER) TEN(MEMBER)
    TEN(MEMBER) TEN(MEMBER) TEN(MEMBER) TEN(MEMBER) TEN(MEMBER)
    static constexpr int value = Node<Level - 1, 2 * Index>::value + Node<Level - 1, 2 * Index + 1>::value;
};
template <int Index>
struct Node<0, Index> {
    static constexpr int value = 1;
};
extern "C" __tile_global__ void test(int* out) { *out = Node<15, 0>::value; }
