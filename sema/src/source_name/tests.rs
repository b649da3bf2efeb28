//! Symbols as host compilers write them, and the names that the source has for them.

use super::{may_name, source_name};

fn name(symbol: &str) -> String {
    source_name(symbol).map_or_else(|| "-".into(), |name| name.text)
}

#[test]
fn names_are_read() {
    // Symbols as g++ 12 writes them.
    for (symbol, expected) in [
        ("_Z2t1ILi103EEvPf", "::t1<103>"),
        ("_ZL2t1ILin3EEvPf", "::t1<(-2 - 1)>"),
        ("_Z3dedIdEvPT_", "::ded<double>"),
        ("_ZN1N1V2dkILi3ELi4EEEvPf", "::N::V::dk<3, 4>"),
        ("_ZN12_GLOBAL__N_11kILj7EEEvPf", "::k<7u>"),
        ("_ZN1a12_GLOBAL__N_11kIfEEvPf", "::a::k<float>"),
        ("_Z1dI1XIS0_IiEEEvPf", "::d< ::X< ::X<int>>>"),
        ("_Z1dIN4cuda3std3__44lessIfEEEvPf", "::d< ::cuda::std::less<float>>"),
        (
            "_Z1dIJN4cuda3std3__45arrayIiLm3EEES4_EEvPf",
            "::d< ::cuda::std::array<int, 3ul>, ::cuda::std::array<int, 3ul>>",
        ),
        ("_Z1dIN3lib3std3__41AEEvPf", "::d< ::lib::std::__4::A>"),
        ("_Z1dIA3_iEvPf", "::d<int [3]>"),
        ("_Z1dIFifEEvPf", "::d<int (float)>"),
        ("_Z1dIM1XIiEiEvPf", "::d<int ::X<int>::*>"),
        (
            "_Z3tagIJKFbvEM5OwnerKFviEMS1_FvvOEKDoFvvREEEvPi",
            "::tag<bool () const, void (::Owner::*)(int) const, void (::Owner::*)() &&, void () const & noexcept>",
        ),
        ("_Z1dIRPVKiEvPf", "::d<int const volatile *&>"),
        ("_Z1dIPFvPKcEEvPf", "::d<void (*)(char const *)>"),
        ("_Z1dIPA2_KfEvPf", "::d<float const (*)[2]>"),
        ("_Z2auIL1En1EEvPf", "::au<static_cast< ::E>((-0ll - 1))>"),
        ("_Z2auILc99EEvPf", "::au<static_cast<char>(99ll)>"),
        ("_Z2auILDn0EEvPf", "::au<nullptr>"),
        ("_Z2auIXadL_Z1gEEEvPf", "::au<__tilec_address(&::g)>"),
        ("_Z2auIXadL_Z2fnvEEEvPf", "::au<&::fn>"),
        ("_Z3ptrIXaddtL_Z1sE1aEEvPi", "::ptr<&::s.a>"),
        ("_Z3refIXixL_Z3arrELl2EEEvPi", "::ref< ::arr[2l]>"),
        ("_Z3ptrIXadixdtL_Z1sE1qLl1EEEvPi", "::ptr<&::s.q[1l]>"),
        (
            "_Z3cfgIXtl3CfgLi1ELi2EtlNS0_Ut_ELi1EEEEEvPi",
            "::cfg<__tilec_members(::Cfg, 1, 2, __tilec_members(void, 1))>",
        ),
        (
            "_Z3uniIXtl3OpttlNS0_Ut0_Edi1iLi3EEEEEvPi",
            "::uni<__tilec_members(::Opt, __tilec_members(void, \"i\", 3))>",
        ),
        ("_Z2flILf3fc00000EEvPf", "::fl<0x1.8000000000000p0f>"),
        ("_Z2flILfff800000EEvPf", "::fl<__builtin_bit_cast(float, 4286578688u)>"),
        (
            "_Z2flILd7ff8000000000000EEvPf",
            "::fl<__builtin_bit_cast(double, 9221120237041090560ul)>",
        ),
        ("_Z1cIXtl1QLi1ELf40200000EEEEvPf", "::c<__tilec_members(::Q, 1, 0x1.4000000000000p1f)>"),
        (
            "_Z1wIXtl1WtlA2_fLf3e800000ELf3f000000EELi3EEEEvPf",
            "::w<__tilec_members(::W, __tilec_members(float [2], 0x1.0000000000000p-2f, 0x1.0000000000000p-1f), 3)>",
        ),
        ("_Z2pkIJifcEEvPfDpT_", "::pk<int, float, char>"),
        ("_Z2pkIJEEvPfDpT_", "::pk<>"),
        ("_Z2ttI1XEvPf", "::tt< ::X>"),
        ("_Z1dISt5arrayIfLm4EEEvPf", "::d< ::std::array<float, 4ul>>"),
        (
            "_Z1dISt4pairISt5tupleIJifEES2_EEvPf",
            "::d< ::std::pair< ::std::tuple<int, float>, ::std::tuple<int, float>>>",
        ),
        (
            "_Z1dINSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEEvPf",
            "::d< ::std::__cxx11::basic_string<char, ::std::char_traits<char>, ::std::allocator<char>>>",
        ),
    ] {
        // The closing brackets of two lists need no space in C++11.
        assert_eq!(name(symbol), expected, "{symbol}");
    }
}

#[test]
fn what_has_no_name_has_none() {
    for symbol in [
        "main",
        "_Z1hPf",
        "_ZN1SC1Ev",
        "_Z1kIZ1hPfE1LEvS0_T_",
        "_Z1kIZ1hPfEUlfE_EvS0_T_",
        "_Z1kIUt_EvPfT_",
        "_Z1kINS_Ut_EEvPfT_",
        "_Z1kI",
        "_Z1kIS5_EvPf",
        "_Z99k",
        "_Z1kILi",
        "",
    ] {
        assert_eq!(name(symbol), "-", "{symbol}");
    }
    let deep = format!("_Z1kI{}iEvPf", "P".repeat(10_000));
    assert_eq!(name(&deep), "-");
}

#[test]
fn symbols_that_may_name_a_template() {
    assert!(may_name("_ZN1a4gemmIfEEvPf", "gemm"));
    assert!(!may_name("_ZN1a5sgemmIfEEvPf", "gemm"));
    assert!(!may_name("_Z4gemmPf", "gemm"));
}
