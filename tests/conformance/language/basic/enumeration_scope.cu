// case: enumeration_scope
// spec: [basic.scope.enum], [dcl.enum]/11
// arg: out i32[4]
// expect: [1, 7, 2, 9]
enum Plain { one = 1, nine = 9 };
enum class Scoped { one = 7, two = 2 };
struct Holder { enum Inner { two = 2 }; };

extern "C" __tile_global__ void test(int* out) {
    out[0] = one;
    out[1] = int(Scoped::one);
    out[2] = Holder::two + int(Scoped::two) - int(Holder::Inner::two);
    out[3] = Plain::nine;
}
