// case: sizeof_own_enumeration
// spec: [dcl.enum], [expr.sizeof]
// accept: enumerators have the type of their values there, and a fixed type is known
enum Size { small = 1, own = sizeof(small), pointer = sizeof(Size*) };
enum Fixed : short { two = sizeof(Fixed) };
enum class Scoped { four = sizeof(Scoped) };
struct Outer {
    enum Inner { first = 3, second = first + sizeof(first) };
    char data[sizeof(Inner)];
    static constexpr int n = sizeof(Inner);
};
static_assert(own == 4 && two == 2 && int(Scoped::four) == 4 && Outer::n == 4 && Outer::second == 7);

extern "C" __tile_global__ void test(int* out) { *out = own + pointer; }
