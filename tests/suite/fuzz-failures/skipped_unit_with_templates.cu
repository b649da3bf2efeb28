//@ check
// No tile code, so nothing is kept of it but the names that the compiler declares.
struct M {
    int v;
};
template <class T>
T&& make() noexcept;
static_assert(sizeof(M) == 4);
