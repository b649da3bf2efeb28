// case: using_declaration_of_a_class_and_a_function
// spec: [namespace.udecl]/4, [basic.scope.hiding]/2
// arg: out i32[4]
// expect: [5, 10, 7, 9]
namespace n {
struct f { int v; };
__tile__ constexpr int f(int) { return 3; }
template <class T>
__tile__ constexpr int h(T) { return 1; }
struct h { int v; };
}
namespace p {
using n::f;
}
__tile__ int in_a_block() {
    using n::f;
    struct f a{2};
    return f(1) + a.v;
}
__tile__ int of_a_template() {
    using n::f;
    using n::h;
    struct f a{2};
    struct h b{4};
    return f(1) + a.v + h(1) + b.v;
}
__tile__ int of_a_namespace() {
    struct p::f a{4};
    return p::f(1) + a.v;
}
__tile__ int in_a_nested_block() {
    using n::f;
    {
        struct f a{6};
        return f(1) + a.v;
    }
}
extern "C" __tile_global__ void test(int* out) {
    out[0] = in_a_block();
    out[1] = of_a_template();
    out[2] = of_a_namespace();
    out[3] = in_a_nested_block();
}
