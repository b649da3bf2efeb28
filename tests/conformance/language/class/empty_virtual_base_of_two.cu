// case: empty_virtual_base_of_two
// spec: [class.mi]/4, [intro.object]/9
// accept: a base that two classes share is one object, for which an empty one needs no room
struct A {};
struct Inner : A {};
struct C : virtual A {};
struct C1 : virtual Inner {};
struct D : C, virtual A {};
struct E : virtual A, C {};
struct F : C1, virtual Inner {};
static_assert(sizeof(C) == 8 && sizeof(D) == 8 && sizeof(E) == 8 && sizeof(F) == 8);
struct Member {
    C c;
    A a;
};
static_assert(sizeof(Member) == 16);

template <class From, class To>
constexpr bool converts = requires(From& from, void (&f)(To)) { f(from); };
static_assert(converts<D, A&> && converts<E, const A&> && converts<F, Inner&> && converts<F, A&>);
struct Twice : C, A {};
static_assert(!converts<Twice, A&>);

extern "C" __tile_global__ void test(int* out) { *out = sizeof(D); }
