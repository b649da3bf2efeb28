//@ check
// [lex.pptoken], [lex.digraph], [lex.phases]: maximal munch, other spellings, spliced lines.
template <int N> struct A { static constexpr int value = N; };
template <class T> struct B { static constexpr int value = T::value; };
struct C { static constexpr int value = 7; };

constexpr int munch(int a, int b) { return a+++b; }
static_assert(munch(1, 2) == 3);
// `>>` closes two lists; `<::` begins a list with a global name and is not `<:`.
static_assert(B<A<4>>::value == 4 && B<::C>::value == 7);
static_assert(A<(8 >> 1)>::value == 4);

constexpr int spelled(int x) <%
    int a<:2:> = <% x, 1 %>;
    return a<:0:> bitand compl 1 bitor a<:1:>;
%>
static_assert(spelled(6) == 7 and not (spelled(6) not_eq 7));

// A backslash at the end joins lines before anything else: \
static_assert(false);
sta\
tic_assert(12\
3 == 123);
static_assert(1 /* a comment is a blank */ + 1 == 2); // "and this is not a string
