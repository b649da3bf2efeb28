// case: hidden_friend_by_name
// spec: [class.friend]
// accept: the same, corrected
namespace lib {
struct Num {
    int v;
    friend __tile__ int value(Num const& n) { return n.v; }
};
}  // namespace lib

extern "C" __tile_global__ void test(int* out) { *out = value(lib::Num{1}); }
