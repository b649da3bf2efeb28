// case: digraphs
// spec: [lex.digraph]
// arg: i32 = 4
// arg: out i32[3]
// expect: [44, 5, 2]
%:define JOIN(a, b) a%:%:b
%:define TEXT(a) %:a

extern "C" __tile_global__ void test(int n, int* out) <%
    int list<::> = <%n, n + 1%>;
    out<:0:> = JOIN(4, 4);
    out<:1:> = list<:1:>;
    // A stringised digraph keeps its spelling.
    out<:2:> = sizeof(TEXT(<:)) - 1;
%>
