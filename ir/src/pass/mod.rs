//! Passes: rewrites of an entry that keep its meaning.
//!
//! [`PASSES`] has one row per pass with what it rewrites as an equation; a pipeline is a list of
//! rows per [`OptLevel`]. A pass takes the function, the types and the options and says whether it
//! changed anything; it keeps the module verified, and [`run`] checks that after each pass in
//! debug builds.

pub mod ahead;
mod canonicalize;
mod carried;
mod contract;
mod control;
mod copy;
pub mod counted;
mod cse;
mod dce;
pub mod delay;
mod halves;
mod known;
pub mod legalize;
mod licm;
mod masks;
mod narrow;
pub mod pad_axis;
mod reductions;
mod rewrite;
mod sign_bits;
mod simplify;
mod sink;
pub mod strip_mine;
mod tokens;
mod unroll;

use crate::entities::Entry;
use crate::module::{Function, Module};
use crate::types::TypeStore;

/// How much to optimise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum OptLevel {
    /// Every operation stays where the program has it, for the sanitizer; products and sums are
    /// contracted if they may be, since that is part of what a program means.
    AsLowered,
    /// Only what makes the IR readable and small: values that regions carry for nothing.
    None,
    Full,
}

/// What passes may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    pub level: OptLevel,
    /// Whether `a * b + c` may be computed with one rounding (`-fmad=true`, nvcc's default).
    pub fmad: bool,
}

/// A row of [`PASSES`].
#[derive(Clone, Copy)]
pub struct Pass {
    pub name: &'static str,
    /// What it rewrites: `before => after`.
    pub rewrite: &'static str,
    run: fn(&mut Function, &mut TypeStore, &Options) -> bool,
}

/// Every pass.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "carried",
        rewrite: "for/loop (.., p = init, ..) { .. continue (.., p | init, ..) }  =>  p := init; \
                  if { yield v } else { yield v }  =>  v",
        run: carried::run,
    },
    Pass {
        name: "canonicalize",
        rewrite: "op(constants) => constant; x + 0 => x; reshape(reshape(x)) => reshape(x); ...",
        run: canonicalize::run,
    },
    Pass {
        name: "control",
        rewrite: "if true { A } else { B } => A; for of no or one turn => its inits or its body; \
                  if c { yield a } else { yield b } => select c, a, b",
        run: control::run,
    },
    Pass {
        name: "counted",
        rewrite: "loop (v = lo) { if v < hi { } else { break }; ..; continue v + s }  =>  \
                  for v in (lo to hi, step s) { .. }",
        run: counted::run,
    },
    Pass {
        name: "cse",
        rewrite: "x = op(a); .. y = op(a)  =>  y := x where x dominates y",
        run: cse::run,
    },
    Pass {
        name: "halves",
        rewrite: "extract (reshape (unpack ((broadcast b >> {0, 4}) & 15))) [.., 0]  =>  reshape (unpack b)",
        run: halves::run,
    },
    Pass {
        name: "known",
        rewrite: "cmpi(a, b) => constant, where bounds decide it",
        run: known::run,
    },
    Pass {
        name: "licm",
        rewrite: "for { x = op(invariants) .. }  =>  x = op(invariants); for { .. }",
        run: licm::run,
    },
    Pass {
        name: "masks",
        rewrite: "load p, mask = false, padding = x => x; store p, v, mask = false => nothing; \
                  select m, (load p, mask = m, padding = x), c => load p, mask = m, padding = c",
        run: masks::run,
    },
    Pass {
        name: "narrow",
        rewrite: "reduce (widen x) { max }  =>  widen (reduce x { max }); likewise min",
        run: narrow::run,
    },
    Pass {
        name: "reductions",
        rewrite: "reduce (reduce x dim=0 { or }) dim=0 { or }  =>  reduce (reshape x) dim=0 { or }    \
                  of integers",
        run: reductions::run,
    },
    Pass {
        name: "tokens",
        rewrite: "x, t1 = load p token=t0  =>  x, _ = load p; t1 := t0, where nothing writes what p reaches",
        run: tokens::run,
    },
    Pass {
        name: "unroll",
        rewrite: "for i in (0 to 2, step 1) { A(i) }  =>  A(0); A(1)    where A is short",
        run: unroll::run,
    },
    Pass {
        name: "contract",
        rewrite: "addf(mulf(a, b), c) => fma(a, b, c) where the product has no other use (-fmad)",
        run: contract::run,
    },
    Pass {
        name: "dce",
        rewrite: "x = op(a) => nothing, where no effect depends on x; likewise carried values",
        run: dce::run,
    },
    Pass {
        name: "sink",
        rewrite: "y = widen x; A; use y  =>  A; y = widen x; use y where A does not use y",
        run: sink::run,
    },
    Pass {
        name: SIGN_BITS,
        rewrite: "negf x => bitcast(xori(bitcast x, 100..0)); absf x => bitcast(andi(bitcast x, 011..1))",
        run: sign_bits::run,
    },
    Pass {
        name: "legalize",
        rewrite: "insert s, d[i] => select(iota / extent == i, repeat(s), d); \
                  fpowi x, n => pow |x|, (itof n) with the sign of x if n is odd",
        run: legalize::run,
    },
];

/// The pass for bytecode that other compilers are to read.
pub const SIGN_BITS: &str = "sign_bits";

/// The names of the passes that `level` runs, in order.
pub fn pipeline(level: OptLevel) -> &'static [&'static str] {
    match level {
        OptLevel::AsLowered => &["contract"],
        OptLevel::None => &["contract", "carried", "dce"],
        // Contraction first: what a program computes must not depend on what is done to it later.
        OptLevel::Full => &[
            "contract",
            "carried",
            "dce",
            "canonicalize",
            "control",
            "carried",
            "cse",
            "canonicalize",
            "control",
            "carried",
            "dce",
            // The bound of a counting loop must stand before it to be seen.
            "licm",
            "counted",
            "known",
            "unroll",
            "masks",
            "halves",
            "tokens",
            // Unused tokens that loops carry.
            "carried",
            "canonicalize",
            "control",
            "licm",
            "cse",
            "canonicalize",
            "narrow",
            "reductions",
            "dce",
            "sink",
        ],
    }
}

/// Runs the pipeline of `options.level` on every entry.
pub fn run(module: &mut Module, options: &Options) {
    for name in pipeline(options.level) {
        run_pass(module, name, options);
    }
}

/// Runs one pass on every entry; says whether there is such a pass.
pub fn run_pass(module: &mut Module, name: &str, options: &Options) -> bool {
    let Some(pass) = pass_named(name) else { return false };
    for function in module.entries.values_mut() {
        (pass.run)(function, &mut module.types, options);
    }
    if cfg!(debug_assertions) {
        let found = crate::verify::module(module);
        assert!(!found.has_errors(), "after {name}: {found:#?}");
    }
    true
}

/// Runs one pass on one entry, in time that does not depend on the others; says whether there is such a pass.
pub fn run_pass_on(module: &mut Module, entry: Entry, name: &str, options: &Options) -> bool {
    let Some(pass) = pass_named(name) else { return false };
    (pass.run)(&mut module.entries[entry], &mut module.types, options);
    if cfg!(debug_assertions) {
        let found = crate::verify::function_in(module, &module.entries[entry]);
        assert!(!found.has_errors(), "after {name}: {found:#?}");
    }
    true
}

fn pass_named(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|pass| pass.name == name)
}

#[cfg(test)]
mod tests {
    use lang::base::Span;

    use super::*;
    use crate::attrs::{CmpPredicate, Hints, MemoryOrdering, Overflow, Rounding, Signedness};
    use crate::builder::Builder;
    use crate::entities::Value;
    use crate::module::Param;
    use crate::print;
    use crate::types::Scalar;

    #[test]
    fn pipelines_name_passes_of_the_table() {
        for level in [OptLevel::AsLowered, OptLevel::None, OptLevel::Full] {
            for name in pipeline(level) {
                assert!(PASSES.iter().any(|pass| pass.name == *name), "{name}");
            }
        }
    }

    /// The text of an entry with parameters `%p: ptr<f32>, %n: i32` after the named passes, which
    /// are checked by the verifier.
    fn after(
        passes: &[&str],
        fmad: bool,
        build: impl FnOnce(&mut Builder<'_>, Value, Value),
    ) -> String {
        let mut module = Module::new("m");
        let mut function = Function::new("k", Span::NONE);
        let param = |name: &str| Param { name: name.into(), restrict: false, span: Span::NONE };
        let ptr = module.types.ptr(Scalar::F32);
        let p = function.add_param(param("p"), ptr);
        let n = function.add_param(param("n"), module.types.scalar(Scalar::I32));
        let block = function.entry_block;
        build(&mut Builder::new(&mut function, &mut module.types, block, Span::NONE), p, n);
        module.entries.push(function);
        for pass in passes {
            assert!(run_pass(&mut module, pass, &Options { level: OptLevel::Full, fmad }));
        }
        let entry = module.entries.values().next().expect("one entry");
        print::entry(&module, entry)
    }

    fn itof(b: &mut Builder<'_>, value: Value) -> Value {
        let ty = b.types.scalar(Scalar::F32);
        b.itof(value, Signedness::Signed, Rounding::NearestEven, ty)
    }

    fn store(b: &mut Builder<'_>, p: Value, value: Value) {
        let order = MemoryOrdering::Weak;
        b.store_ptr_tko(p, value, None, None, order, None, Hints::new());
    }

    /// What a front end makes of `for (i = 0; i < n; i++) if (i) s = s + 1;` when it carries
    /// everything everywhere: the pointer, the bound and the unused `s`.
    #[test]
    fn values_carried_for_nothing_go_away() {
        let text = after(&["carried", "dce"], false, |b, p, n| {
            let zero = b.const_i32(0);
            let one = b.const_i32(1);
            let types: Vec<_> = [p, n, zero].iter().map(|&v| b.value_type(v)).collect();
            let parts = b.open_for(zero, n, one, false, &[p, n, zero]);
            b.switch_to(parts.body);
            let (q, m, s) = (parts.carried[0], parts.carried[1], parts.carried[2]);
            let nonzero = b.cmpi(parts.induction, zero, CmpPredicate::NotEqual, Signedness::Signed);
            let branch = b.open_if(nonzero, &types);
            b.switch_to(branch.then_block);
            let sum = b.addi(s, one, Overflow::None);
            b.yield_([q, m, sum]);
            b.switch_to(branch.else_block);
            b.yield_([q, m, s]);
            b.switch_to(parts.body);
            let address = b.offset(branch.results[0], parts.induction);
            let value = b.const_bits(b.types.scalar(Scalar::F32), 0);
            store(b, address, value);
            b.continue_(branch.results.clone());
            b.switch_to(b.function.entry_block);
            b.return_([]);
        });
        assert_eq!(
            text,
            "entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
  %0 = constant <i32: 0> : tile<i32>
  %1 = constant <i32: 1> : tile<i32>
  for %2 in (%0 to %n, step %1) : tile<i32> {
    %3 = offset %p, %2 : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %4 = constant <f32: 0.000000e+00> : tile<f32>
    %5 = store_ptr_tko weak %3, %4 : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
"
        );
    }

    #[test]
    fn constants_decide_branches() {
        let text = after(&["canonicalize", "control", "dce"], false, |b, p, n| {
            let yes = b.cmpi(n, n, CmpPredicate::Equal, Signedness::Signed);
            let f32_ty = b.types.scalar(Scalar::F32);
            let branch = b.open_if(yes, &[f32_ty]);
            b.switch_to(branch.then_block);
            let one = b.const_bits(f32_ty, 0x3F80_0000);
            b.yield_([one]);
            b.switch_to(branch.else_block);
            b.return_([]);
            b.switch_to(b.function.entry_block);
            store(b, p, branch.results[0]);
            b.return_([]);
        });
        assert_eq!(
            text,
            "entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
  %0 = constant <f32: 1.000000e+00> : tile<f32>
  %1 = store_ptr_tko weak %p, %0 : tile<ptr<f32>>, tile<f32> -> token
  return
}
"
        );
    }

    #[test]
    fn invariants_move_and_equals_merge() {
        let text = after(&["licm", "cse", "dce"], false, |b, p, n| {
            let zero = b.const_i32(0);
            let parts = b.open_for(zero, n, n, false, &[]);
            b.switch_to(parts.body);
            let a = b.muli(n, n, Overflow::None);
            let c = b.muli(n, n, Overflow::None);
            let sum = b.addi(a, c, Overflow::None);
            let x = itof(b, sum);
            store(b, p, x);
            b.continue_([]);
            b.switch_to(b.function.entry_block);
            b.return_([]);
        });
        assert_eq!(
            text,
            "entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
  %0 = constant <i32: 0> : tile<i32>
  %1 = muli %n, %n : tile<i32>
  %2 = addi %1, %1 : tile<i32>
  %3 = itof %2 signed : tile<i32> -> tile<f32>
  for %4 in (%0 to %n, step %n) : tile<i32> {
    %5 = store_ptr_tko weak %p, %3 : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
"
        );
    }

    #[test]
    fn contraction_follows_the_option_and_the_rounding() {
        let build = |rounding| {
            move |b: &mut Builder<'_>, p: Value, n: Value| {
                let x = itof(b, n);
                let product = b.mulf(x, x, rounding, false);
                let difference = b.subf(product, x, Rounding::NearestEven, false);
                store(b, p, difference);
                b.return_([]);
            }
        };
        let passes = &["contract", "dce"];
        let text = after(passes, true, build(Rounding::NearestEven));
        assert!(text.contains("%1 = negf %0") && text.contains("fma %0, %0, %1"), "{text}");
        assert!(!text.contains("mulf"), "{text}");
        let text = after(passes, false, build(Rounding::NearestEven));
        assert!(text.contains("mulf") && !text.contains("fma"), "{text}");
        let text = after(passes, true, build(Rounding::Zero));
        assert!(text.contains("mulf") && !text.contains("fma"), "{text}");
    }
}
