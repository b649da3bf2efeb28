//! Text is read back as it was printed, and what is not Tile IR is refused with a reason.

use lang::base::Pos;

use super::module;
use crate::print;
use crate::verify;

/// The module's text after reading it, which must verify and read back as itself.
#[track_caller]
fn canonical(text: &str) -> String {
    let (read, diagnostics) = module(text, Pos(1));
    let Some(read) = read else { panic!("{diagnostics:#?}") };
    let found = verify::module(&read);
    assert!(found.is_empty(), "{found:#?}");
    let printed = print::module(&read);
    let (again, diagnostics) = module(&printed, Pos(1));
    let Some(again) = again else { panic!("{printed}\n{diagnostics:#?}") };
    assert_eq!(print::module(&again), printed);
    printed
}

/// Reads an entry's body around which nothing happens.
#[track_caller]
fn body(params: &str, text: &str) -> String {
    canonical(&format!("cuda_tile.module @m {{ entry @k({params}) {{ {text} }} }}"))
}

/// The code and message of the first error in `text`, as the body of an entry.
fn error(text: &str) -> (&'static str, String) {
    let text = format!("cuda_tile.module @m {{ entry @k(%n: tile<i32>) {{ {text} }} }}");
    let (_, diagnostics) = module(&text, Pos(1));
    let first = diagnostics.iter().next().expect("an error");
    (first.code.id, first.message.clone())
}

#[test]
fn canonical_text_reads_back() {
    let text = r#"cuda_tile.module @kernels {
  global @val alignment = 128 <f32: [1.000000e-01, 2.000000e-01, 3.000000e-01, 4.000000e-01]> : tile<4xf32>
  global private constant @tab <i32: [1, -2]> : tile<2xi32>
  global @list <i64: [0, 7]> tilec.addresses<0 @list 8, 8 @tab 4> : tile<2xi64>
  entry @k(%p: tile<ptr<f32>> {tilec.restrict}, %e = () {tilec.size = 1, tilec.align = 1}, %c = (%c.n: tile<i32> {tilec.offset = 4}, %c: tile<ptr<i8>> {tilec.address, tilec.restrict}) {tilec.size = 16, tilec.align = 8}, %n: tile<i32>) optimization_hints=<sm_90 = {num_cta_in_cga = 2}, default = {occupancy = 3}> {
    %0, %1, %2 = get_tile_block_id : tile<i32>
    %3 = constant <i32: 0> : tile<i32>
    %4 = get_global @val : tile<ptr<f32>>
    %5 = make_token : token
    %6, %7 = for %8 in (%3 to %n, step %0) : tile<i32> iter_values(%9 = %3, %10 = %5) -> (tile<i32>, token) {
      %11 = cmpi less_than %8, %n, signed : tile<i32> -> tile<i1>
      %12 = if %11 -> (tile<i32>) {
        yield %8 : tile<i32>
      } else {
        continue %9, %10 : tile<i32>, token
      }
      %13 = join_tokens %10, %5 : token
      continue %12, %13 : tile<i32>, token
    }
    %14 = loop iter_values(%15 = %6) : tile<i32> -> tile<i32> {
      break %15 : tile<i32>
    }
    %16 = assume div_by<16>, %p : tile<ptr<f32>>
    %17 = make_tensor_view %16, shape = [%n, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf32, strides=[64,1]>
    %18 = make_partition_view %17 : partition_view<tile=(16x32), padding_value = nan, tensor_view<?x64xf32, strides=[64,1]>, dim_map=[1, 0]>
    %19, %20 = load_view_tko weak %18[%3, %14] token = %7 optimization_hints=<default = {latency = 4, allow_tma = false}> : partition_view<tile=(16x32), padding_value = nan, tensor_view<?x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x32xf32>, token
    %21 = reduce %19 dim=1 identities=[0.000000e+00 : f32] : tile<16x32xf32> -> tile<16xf32> (%22: tile<f32>, %23: tile<f32>) {
      %24 = addf %22, %23 : tile<f32>
      yield %24 : tile<f32>
    }
    %25 = print_tko "sum %f\0A", %21 token=%20 : tile<16xf32> -> token
    %26 = store_view_tko weak %19, %18[%3, %3] token = %25 : tile<16x32xf32>, partition_view<tile=(16x32), padding_value = nan, tensor_view<?x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> token
    return
  }
}
"#;
    assert_eq!(canonical(text), text);
}

#[test]
fn elementwise_ops_read_back() {
    let params = "%p: tile<ptr<i32>>, %n: tile<i32>, %x: tile<f32>";
    let lines = [
        "%0 = addf %x, %x rounding<zero> flush_to_zero : tile<f32>",
        "%1 = maxf %x, %x flush_to_zero propagate_nan : tile<f32>",
        "%2 = exp %x rounding<approx> : tile<f32>",
        "%3 = cmpf not_equal unordered %x, %x : tile<f32> -> tile<i1>",
        "%4 = select %3, %x, %x : tile<i1>, tile<f32>",
        "%5 = divi %n, %n unsigned rounding<positive_inf> : tile<i32>",
        "%6 = addi %n, %n overflow<no_signed_wrap> : tile<i32>",
        "%7 = ftoi %x signed : tile<f32> -> tile<i32>",
        "%8 = trunci %n overflow<no_wrap> : tile<i32> -> tile<i8>",
        "%9, %10 = atomic_rmw_tko acq_rel sys %p, add, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token",
        "%11, %12 = atomic_cas_tko relaxed device %p, %n, %n token=%10 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token",
        "%13, %14 = load_ptr_tko acquire device %p : tile<ptr<i32>> -> tile<i32>, token",
        "%15 = constant <f32: [[0x7FC00000, 1.500000e+00], [-0.000000e+00, 1.401298e-45]]> : tile<2x2xf32>",
        "%16 = permute %15 [1, 0] : tile<2x2xf32> -> tile<2x2xf32>",
        "%17 = extract %15[%n, %n] : tile<2x2xf32> -> tile<1x2xf32>",
        "%18 = cat %15, %15 dim = 0 : tile<2x2xf32>, tile<2x2xf32> -> tile<4x2xf32>",
        "%19 = mmaf %15, %15, %15 fast_acc : tile<2x2xf32>, tile<2x2xf32>, tile<2x2xf32>",
        "%20 = iota : tile<8xi32>",
        "%21 = assume div_by<4, every 4 along 0>, %20 : tile<8xi32>",
        "%22 = assume same_elements<[2]>, %20 : tile<8xi32>",
        "%23 = assume bounded<-4, ?>, %20 : tile<8xi32>",
        "%24 = alloca num_elem = 64, alignment = 128 global : tile<ptr<f32>>",
        "%25 = scan %20 dim=0 reverse=true identities=[0 : i32] : tile<8xi32> -> tile<8xi32> \
         (%26: tile<i32>, %27: tile<i32>) {\n      yield %26 : tile<i32>\n    }",
        "assert %3, \"text \\22quoted\\22\" : tile<i1>",
    ];
    let text = body(params, &lines.join("\n"));
    for line in lines {
        assert!(text.contains(line), "{line}\nis not in\n{text}");
    }
}

#[test]
fn published_spellings_are_understood() {
    let params = "%n: !cuda_tile.tile<i32>, %x: tile<f16>";
    let text = body(
        params,
        r#"
        %c = cuda_tile.constant dense<0.0> : tile<2x4xf32>
        %a:3 = cuda_tile.get_num_tile_blocks : tile<3xi32>
        %e = cuda_tile.cmpf equal ordered %x, %x : tile<f16>
        %m = cuda_tile.negsi %a#2 : tile<i32>
        %w = cuda_tile.powf %x, %x : tile<f16>
        %b = assume #cuda_tile.bounded<0, 42>, %m : tile<i32>
        print "Value: %d\n", %b : tile<i32>
        for %i in (%n to %n, step %n) : tile<i32> { }
        "#,
    );
    assert!(text.contains("constant <f32: 0.000000e+00> : tile<2x4xf32>"), "{text}");
    assert!(text.contains("= negi %3 : tile<i32>"), "{text}");
    assert!(text.contains("print_tko \"Value: %d\\0A\""), "{text}");
}

#[test]
fn errors_say_what_is_wrong() {
    assert_eq!(error("%a = addq %n, %n : tile<i32>"), ("E0621", "there is no op `addq`".into()));
    assert_eq!(error("%a = addi %n, %m : tile<i32>").0, "E0622");
    assert_eq!(error("%a = addi %n : tile<i32>").0, "E0624");
    assert_eq!(error("%a = addi %n, %n signed : tile<i32>").0, "E0624");
    assert_eq!(error("%a = addi %n, %n : tile<i64>").0, "E0625");
    assert_eq!(error("%a = constant <i8: 300> : tile<i8>").0, "E0623");
    assert_eq!(error("%a = exti %n sgined : tile<i32> -> tile<i64>").0, "E0624");
    assert_eq!(error("%a = addi %n, %n : tile<4xq7>").0, "E0621");
    assert_eq!(error("%a = ").0, "E0620");
    assert_eq!(error(&"{".repeat(1000)).0, "E0626");
    assert_eq!(error("%a, %b = addi %n, %n : tile<i32>").0, "E0624");
}

#[test]
fn any_prefix_of_a_module_is_refused_quietly() {
    let text = "cuda_tile.module @m { entry @k(%n: tile<4xptr<f32>>) { %0 = if %n -> (tile<f32>) { \
                yield %n#7 : token } else { } \"x\\\" } }";
    for end in 0..text.len() {
        let (module, diagnostics) = module(&text[..end], Pos(1));
        assert!(module.is_none() && diagnostics.has_errors());
    }
}
