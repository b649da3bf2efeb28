// case: operators_of_a_block
// spec: [over.match.oper]/3, [namespace.udecl]
// accept: a using-declaration in a block names operators for the expressions of the block
namespace N {
struct A {
    int v;
};
}
namespace M {
constexpr int operator|(N::A a, N::A b) { return a.v * 10 + b.v; }
constexpr int operator-(N::A a) { return -a.v; }
constexpr int operator+(N::A a, int b) { return a.v + b; }
}
constexpr int in_block() {
    using M::operator|;
    using M::operator-;
    return (N::A{3} | N::A{4}) + -N::A{2};
}
static_assert(in_block() == 32);
template<class T> constexpr int in_template(T a) {
    using M::operator+;
    return a + 2 + (N::A{1} + 1);
}
static_assert(in_template(N::A{1}) == 5);
template<class T> concept Ors = requires(T a) { a | a; };
static_assert(!Ors<N::A>);

extern "C" __tile_global__ void test(int*) {}
