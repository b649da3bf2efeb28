// case: hidden_friend_by_name
// spec: [class.friend]
// reject: E0303 a hidden friend is not found by its name alone
namespace lib {
struct Num {
    int v;
    friend __tile__ int value(Num const& n) { return n.v; }
};
}  // namespace lib

extern "C" __tile_global__ void test(int* out) { *out = lib::value(lib::Num{1}); }
