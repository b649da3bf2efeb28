// case: feature_test_macros
// spec: [cpp.predefined]
// arg: out i32[1]
// expect: [1]
// note: table 22: a macro that is defined has at least the value of C++20.
#if __cpp_aggregate_paren_init < 201902L || __cpp_char8_t < 201811L || __cpp_concepts < 201907L
#error
#elif __cpp_conditional_explicit < 201806L || __cpp_consteval < 201811L || __cpp_constexpr < 201907L
#error
#elif __cpp_constinit < 201907L || __cpp_deduction_guides < 201907L || __cpp_designated_initializers < 201707L
#error
#elif __cpp_generic_lambdas < 201707L || __cpp_init_captures < 201803L || __cpp_nontype_template_args < 201911L
#error
#elif __cpp_using_enum < 201907L || __cpp_fold_expressions < 201603L || __cpp_if_constexpr < 201606L
#error
#elif __cpp_structured_bindings < 201606L || __cpp_hex_float < 201603L || __cpp_inheriting_constructors < 201511L
#error
#elif __cpp_impl_three_way_comparison < 201907L || __cpp_constexpr_in_decltype < 201711L
#error
#elif __cpp_guaranteed_copy_elision < 201606L || __cpp_inline_variables < 201606L
#error
#elif __cpp_user_defined_literals < 200809L || __cpp_variadic_templates < 200704L || __cpp_lambdas < 200907L
#error
#endif
extern "C" __tile_global__ void test(int* out) { *out = 1; }
