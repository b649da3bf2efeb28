// case: template_keyword_before_no_template
// spec: [temp.names]/5
// reject: E0305 the name behind `template` is that of a constant
struct A {
    static constexpr int a = 1;
};
static_assert(A::template a<int> == 1);

extern "C" __tile_global__ void test(int*) {}
