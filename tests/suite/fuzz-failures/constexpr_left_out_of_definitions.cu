// A definition that leaves `constexpr` out is the host's, whose bodies are not parsed; a constant needed it.
struct Ov {
    constexpr int f(char) const;
};
int Ov::f(char) const { return 2; }
static_assert(Ov{}.f('a') == 2);
constexpr int g(char);
int g(char) { return 2; }
static_assert(g('a') == 2);
