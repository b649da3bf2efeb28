// case: new_of_types_in_constraints
// spec: [expr.new]/1 the type is that of an object
// accept: references and abstract classes cannot be made
template<class T, class U> concept made_from = requires(U u) { new T(u); };
template<class T> concept made = requires { new T(); };
struct Abstract { virtual void f() = 0; };
struct Concrete : Abstract { void f() override; };
static_assert(made_from<int, double> && made_from<const int, int> && !made_from<int&, int> && !made_from<const int&, int>);
static_assert(made<Concrete> && !made<Abstract> && !made<int()>);
template<class T> concept valued = requires { T(); };
static_assert(valued<int> && !valued<int[2]> && !valued<Abstract>);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
