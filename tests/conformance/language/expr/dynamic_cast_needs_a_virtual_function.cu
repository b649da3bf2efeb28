// case: dynamic_cast_needs_a_virtual_function
// spec: [expr.dynamic.cast]/6, [class.virtual]/1
// accept: a virtual base alone makes no class polymorphic
struct A {};
struct V {};
struct D : virtual V {};
struct E : D {
    virtual void f();
};
struct F : virtual E {};
template<class T> concept Casts = requires(T& t) { dynamic_cast<A&>(t); };
static_assert(!Casts<D> && Casts<E> && Casts<F>);
static_assert(!__is_polymorphic(D) && __is_polymorphic(E) && __is_polymorphic(F));

extern "C" __tile_global__ void test(int*) {}
