// case: alternative_tokens_as_syntax
// spec: [lex.digraph]
// arg: out i32[3]
// arg: i32 = 6
// expect: [6, 1, 249]

%:define ID(x) x

extern "C" __tile_global__ void test(int* out, int n) <%
    int a<:2:> = <% ID(n), 1 %>;
    out<:0:> = a<:0:>;
    out<:1:> = not (n < 0) and (n bitor 1) not_eq n;
    out<:2:> = (compl n bitand 255) xor 0;
%>
