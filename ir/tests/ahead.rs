//! Loads of a loop, an iteration earlier: what the loop computes and where it reads stay.

use lang::base::Pos;
use tilec_ir::interp::{Launch, Memory, Options, launch};
use tilec_ir::pass::ahead::{AddressFrom, ahead, candidates};
use tilec_ir::{Inst, InstData, Module, parse, print, verify};

/// The program, which adds up a term of each iteration.
fn module(bounds: &str, token: &str, body: &str, term: &str) -> Module {
    let text = format!(
        "cuda_tile.module @kernels {{
  entry @k(%in: tile<ptr<i32>>, %out: tile<ptr<i32>>, %lo: tile<i32>, %hi: tile<i32>, %step: tile<i32>) {{
    %zero = constant <i32: 0> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %ten = constant <i32: 10> : tile<i32>
    %start = make_token : token
    %sum = for {bounds} %i in (%lo to %hi, step %step) : tile<i32> iter_values(%acc = %zero) -> (tile<i32>) {{
      %k = subi %i, %lo : tile<i32>
      %p = offset %in, %k : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %x, %t = load_ptr_tko weak %p {token} : tile<ptr<i32>> -> tile<i32>, token
      {body}
      %scaled = muli %acc, %three : tile<i32>
      %next = addi %scaled, {term} : tile<i32>
      continue %next : tile<i32>
    }}
    %s = store_ptr_tko weak %out, %sum : tile<ptr<i32>>, tile<i32> -> token
    return
  }}
}}
"
    );
    let (module, diagnostics) = parse::module(&text, Pos(1));
    module.unwrap_or_else(|| panic!("{diagnostics:#?}\n{text}"))
}

/// The loop, and what of it may happen earlier.
fn found(module: &Module, from: AddressFrom) -> (Inst, Vec<Inst>) {
    let function = module.entries.values().next().expect("one entry");
    let insts = function.insts_in_order();
    let is_for = |inst: &&Inst| matches!(function.data(**inst), InstData::For { .. });
    let &around = insts.iter().find(is_for).expect("a loop");
    (around, candidates(function, &module.types, around, from))
}

/// What is stored, of ten numbers of which the first is that of `lo`.
fn run(module: &Module, [lo, hi, step]: [i32; 3]) -> i32 {
    let mut memory = Memory::new();
    let input = memory.alloc_filled(40, 0);
    let bytes: Vec<u8> = (1..=10).flat_map(i32::to_le_bytes).collect();
    memory.write(input, &bytes).expect("the buffer is there");
    let out = memory.alloc_filled(4, 0xEE);
    let args = [input, out, u64::from(lo as u32), u64::from(hi as u32), u64::from(step as u32)];
    let options = Options::new();
    let what =
        Launch { entry: "k", grid: [1, 1, 1], args: &args, globals: None, options: &options };
    launch(module, &what, &mut memory).expect("the program runs");
    let bytes = memory.read(out, 4).expect("the buffer is there");
    i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

/// The module with loads that are early, and its text.
fn rewritten(original: &Module, around: Inst, loads: Vec<Inst>) -> (Module, String) {
    let mut early = original.clone();
    let function = early.entries.values_mut().next().expect("one entry");
    ahead(function, &mut early.types, vec![(around, loads)]);
    let text = print::module(&early);
    assert!(verify::module(&early).is_empty(), "{text}");
    (early, text)
}

#[test]
fn nothing_else_is_read_or_computed() {
    let of_signed = [
        [0, 10, 1],
        [0, 10, 3],
        [0, 10, i32::MAX],
        [5, 5, 1],
        [5, -3, 2],
        [-4, 6, 4],
        [i32::MIN, i32::MIN + 10, 9],
        [i32::MAX - 10, i32::MAX, 4],
    ];
    let of_unsigned = [[0, 10, 1], [i32::MAX - 4, i32::MIN + 5, 3], [-11, -1, 4], [-1, 3, 1]];
    for (bounds, cases) in [("", &of_signed[..]), ("unsigned", &of_unsigned)] {
        let original = module(bounds, "", "", "%x");
        let (around, loads) = found(&original, AddressFrom::Induction);
        assert_eq!(loads.len(), 1);
        let (early, text) = rewritten(&original, around, loads);
        assert_eq!(text.matches("load_ptr_tko").count(), 2, "{text}");
        for &case in cases {
            assert_eq!(run(&early, case), run(&original, case), "{bounds} {case:?}\n{text}");
        }
    }
}

/// Loads whose addresses come from loads of the same iteration; the first iteration's come from the buffer's ends.
const CHAIN: &str = "
      %back = subi %ten, %x : tile<i32>
      %q = offset %in, %back : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %y, %u = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token
      %third = remi %y, %three unsigned : tile<i32>
      %r = offset %in, %third : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %z, %v = load_ptr_tko weak %r : tile<ptr<i32>> -> tile<i32>, token
      %xy = muli %x, %y : tile<i32>
      %xyz = addi %xy, %z : tile<i32>";

#[test]
fn an_address_comes_from_the_load_of_its_own_iteration() {
    let original = module("", "", CHAIN, "%xyz");
    let (_, of_induction) = found(&original, AddressFrom::Induction);
    assert_eq!(of_induction.len(), 1);
    let (around, loads) = found(&original, AddressFrom::Loads);
    assert_eq!(loads.len(), 3);
    for chosen in 1_u32..8 {
        let at = loads.iter().enumerate();
        let chosen: Vec<Inst> =
            at.filter(|(at, _)| chosen >> at & 1 == 1).map(|(_, &load)| load).collect();
        let (early, text) = rewritten(&original, around, chosen);
        for case in
            [[0, 0, 1], [5, 4, 1], [0, 1, 1], [0, 10, i32::MAX], [0, 2, 1], [0, 10, 1], [0, 10, 3]]
        {
            assert_eq!(run(&early, case), run(&original, case), "{case:?}\n{text}");
        }
    }
}

#[test]
fn what_has_an_order_stays() {
    for from in [AddressFrom::Induction, AddressFrom::Loads] {
        let of_a_token = module("", "token=%start", "", "%x");
        assert!(found(&of_a_token, from).1.is_empty());
        // A loop inside may not terminate.
        let endless = module("", "", "loop {\n break\n }", "%x");
        assert!(found(&endless, from).1.is_empty());
    }
}

#[test]
fn the_address_of_an_ordered_load_is_not_computed_early() {
    let of_an_order = "%q = offset %in, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %y, %u = load_ptr_tko weak %q token=%t : tile<ptr<i32>> -> tile<i32>, token
      %s2 = addi %y, %x : tile<i32>";
    let original = module("", "", of_an_order, "%x");
    assert!(found(&original, AddressFrom::Loads).1.is_empty());
}
