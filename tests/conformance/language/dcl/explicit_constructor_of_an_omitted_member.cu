// case: explicit_constructor_of_an_omitted_member
// spec: [dcl.init.aggr]/5, [over.match.list]/1
// reject: E0503 the member is copy-initialised from `{}`
struct Q {
    int a;
    constexpr explicit Q(int n = 1) : a(n) {}
};
struct X {
    int n;
    Q q;
};
constexpr X x{1};
static_assert(x.n == 1);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
