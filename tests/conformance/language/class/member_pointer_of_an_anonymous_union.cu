// case: member_pointer_of_an_anonymous_union
// spec: [class.union.anon]/1, [expr.unary.op]/3
// arg: i32 = 1
// arg: out i32[6]
// expect: [77, 1, 5, 23, 6, 8]
struct B { union { int i; float f; }; int k = 3; union { struct { short a, b; }; int ab; }; };
struct D : B { int d = 8; };
template <auto M> __tile__ int get(B& b) { return b.*M; }
constexpr B known{};
static_assert(known.*&B::k == 3);
static_assert(__is_same(decltype(&B::a), short B::*));

extern "C" __tile_global__ void test(int one, int* out) {
    B d{};
    int B::*m = &B::i;
    d.*m = 77;
    out[0] = d.i;
    out[1] = __is_same(decltype(&B::f), float B::*);
    d.a = 2;
    d.b = 3;
    out[2] = get<&B::k>(d) + 2;
    out[3] = get<&B::a>(d) * 10 + get<&B::b>(d);
    short B::*s = one ? &B::b : &B::a;
    out[4] = d.*s * 2;
    D e{};
    int D::*of_derived = one ? &D::d : &D::i;
    out[5] = e.*of_derived;
}
