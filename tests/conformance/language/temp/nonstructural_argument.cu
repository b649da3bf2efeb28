// case: nonstructural_argument
// spec: [temp.param]
// reject: E0403 a class with a private member is not structural
class Secret {
    int v;
public:
    constexpr Secret(int v) : v(v) {}
};
template <Secret S>
struct Use {};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Use<Secret(1)>); }
