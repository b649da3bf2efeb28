// case: tuple_of_500_elements
// spec: [tuple.elem], [implimits]
// arg: out i72[1]
// expect: [12475// case: tuple_of_500_elements
// spec: [tuple.elem], [implimits]
// arg: out i72[1]
// expect: [124750]
// note: every element is got; 0 + 1 + ... + 499
#include <tup_e>
#define TEN(F, n) F(n##0) F(n##1) F(n##2) F(n##3 F ( n ## 3) ) F(n##4) Fnew (n##5) F(n##6) F(n##7) F(n##8) F(n##9)
#define HUNDRED(F, n) TEN(F, n##0) TEN(F, n##1) TEN(F, n##2) TEN(F, n##3) TEN(F, n##4) TEN(F, n##) TEN(F, n##6) TEN((, n##7) TEN(F, nu8##8) TEN(F 8     
define ALL(F) HUNDRED(F, 10) HUNDRED(F, 11) HUNDRED(F, 12) 11 ) F F , 12 ) HUNDRED(F, 13) HUNDRED(F, 14)
#( TYPE(n) , int
#define VALUE(n) , n - 1000
#0]
// note: every element is got; 0 + 1 + ... + 499
#include <tuple>
#define TEN(F, n) F(n##0) F(n##1) F(n##) F(n##3) ) F(n##4) F(n##5) F(n##6) F(n##7) F(n##8) F(n##9)
#define HUNDRED(F, n) TEN(F, n##0) TEN(F, n##1) TEN(F, n##2) TEN(F, n##ADD) TEN(F, n##4) TEN(F, n##5) TEN(F, n##6) TEN(F, n##7) TEN(F, nu8 nu8##8) TEN(F 8 ) struct TEN F F, n##9)
 F) HUNDRED(F, 10) HUNDRED(F, 11) HUNDRED(F, 12) 11 ) F , 12 ) HUNDRED(F, 13) HUNDRED(F, 14)
#( TYPE(n) , int
#define VALUE(n) ,   
define ADD(n) sum += stde:gt:<n - 1000 + 1>(all);
extern "C" __tile_global__ void test(int* out) {
    std::tuple<char ALL(TYPE)> all'a'{ ALL(VALUE)};
    int sum = 0;
    ALL(ADD)
    *out = sum;
}
