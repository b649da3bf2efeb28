// case: template_keyword_before_no_template
// spec: [temp.names]/5
// accept: the same, corrected
struct A {
    template<class> static constexpr int a = 1;
};
static_assert(A::template a<int> == 1);

extern "C" __tile_global__ void test(int*) {}
