//! Products of tensors without elements: one extent of one tensor is 0, and the loop and the grid go on as if it were not.
//!
//! Masked loads of such a tensor give padding, and masked stores to it do nothing. A copy through a tensor map with an extent of
//! 0 does not complete, which the emulator finds; results are those of the interpreter. Of tiles of pointers whose mask holds for
//! no element there are also those behind the last row and the last column.

use ir::Scalar;
use rayon::prelude::*;
use tilec_tests::differential::{
    Arg, EXACT, check, difference, emulated, entry_name, interpreted, random, zeros,
};
use tilec_tests::empty_tensors::{
    ALL, EXTENTS, EmptyForm, FORMS, ORDERS, TILES, args, with_an_empty_one,
};
use tilec_tests::products::{HALF, module, text};
use tilec_tests::share::share;

const TMA_COPY: &str = "cp.async.bulk.tensor";

/// The launches for which the emulator and the interpreter do not agree.
fn differences(
    arch: &str,
    source: &str,
    form: &EmptyForm,
    element: Scalar,
    grid: [u32; 3],
) -> Vec<String> {
    let module = module(source, arch);
    let ptx = text(&module, arch);
    assert!(arch == "sm_80" || ptx.contains(TMA_COPY), "{arch}: {source}");
    let one = |extents: [u64; EXTENTS]| {
        let args = args(form, element, extents);
        let wanted = interpreted(&module, grid, &args).expect("the interpreter runs it");
        match emulated(&ptx, entry_name(&module), grid, &args) {
            Ok(found) => difference(&args, &found, &wanted, EXACT),
            Err(what) => Some(what),
        }
        .map(|what| format!("{}, {arch}, {extents:?}: {what}", form.name))
    };
    with_an_empty_one(form.extents).into_iter().filter_map(one).collect()
}

fn agree(form: &EmptyForm, element: (&str, Scalar), tile: (u64, u64), orders: (&str, &str)) {
    let source = form.source(element.0, tile, orders);
    let grid = form.grid(tile);
    let found: Vec<String> = form
        .targets
        .into_par_iter()
        .flat_map(|arch| differences(arch, &source, form, element.1, grid))
        .collect();
    assert!(found.is_empty(), "{}\n{tile:?} {orders:?}", found.join("\n"));
}

#[test]
fn each_extent_of_views_and_of_masks() {
    let of_one_tile = FORMS.iter().map(|form| (form, TILES[0]));
    let of_others = TILES[1..].iter().flat_map(|tile| [(&FORMS[0], *tile), (&FORMS[3], *tile)]);
    for (form, tile) in share(of_one_tile.chain(of_others).collect(), "empty tensors") {
        agree(form, HALF, tile, ORDERS[0]);
    }
}

#[test]
fn every_storage_order() {
    for orders in share(ORDERS[1..].iter().collect(), "storage orders") {
        agree(&FORMS[0], HALF, TILES[0], *orders);
    }
}

#[test]
fn elements_of_other_lengths() {
    for element in [("__nv_fp8_e4m3", Scalar::F8E4M3FN), ("__nv_tf32", Scalar::TF32)] {
        agree(&FORMS[0], element, TILES[0], ("rows", "columns"));
    }
}

/// Queries of which a mask leaves `few`, which may be none and negative, in two chained products.
const DECODE: &str = r#"
__tile_global__ void decode(const __half* __restrict__ q, const __half* __restrict__ k, const __half* __restrict__ v,
                            float* __restrict__ o, int length, int few) {
    ct::partition_view vk{ct::tensor_span{k, ct::extents{length, 64}}, ct::shape<64, 64>{}};
    ct::partition_view vv{ct::tensor_span{v, ct::extents{length, 64}}, ct::shape<64, 64>{}};
    auto row = ct::reshape(ct::iota<ct::tile<int, ct::shape<R>>>(), ct::shape<R, 1>{});
    auto column = ct::reshape(ct::iota<ct::tile<int, ct::shape<64>>>(), ct::shape<1, 64>{});
    auto nought = ct::full<ct::tile<__half, ct::shape<>>>(__half(0.0f));
    auto one = ct::zeros<ct::tile<float, ct::shape<R, 64>>>() + 1.0f;
    auto acc = ct::zeros<ct::tile<float, ct::shape<R, 64>>>();
    auto query = ct::load_masked(q + (row * 64 + column), ct::broadcast(row < few, ct::shape<R, 64>{}), nought);
    for (int step = 0; step < ct::ceildiv(length, 64); ++step) {
        auto s = ct::mma(query, ct::transpose(vk.load_masked(step, 0)), ct::zeros<ct::tile<float, ct::shape<R, 64>>>());
        acc = ct::mma(ct::element_cast<__half>(ct::select(s > 0.0f, one, -one)), vv.load_masked(step, 0), acc);
    }
    ct::store_masked(o + (row * 64 + column), acc, ct::broadcast(row < FEW_STORED, ct::shape<R, 64>{}));
}
"#;

#[test]
fn queries_that_a_mask_leaves_out() {
    for (rows, stored) in [(16, "few"), (64, "few"), (64, "R")] {
        let decode = DECODE.replace("FEW_STORED", stored);
        let source = format!("constexpr int R = {rows};\n{decode}");
        for arch in ALL {
            let module = module(&source, arch);
            for (few, length) in [(40, 200), (0, 200), (-1_i32, 200), (16, 200), (40, 0), (0, 0)] {
                let buffer = |seed| random(Scalar::F16, 64 * 256, seed);
                let numbers = [length, u64::from(few as u32)].map(Arg::Number);
                let mut args = vec![buffer(1), buffer(2), buffer(3), zeros(Scalar::F32, 64 * 64)];
                args.extend(numbers);
                check(&module, arch, [1, 1, 1], &args, EXACT);
            }
        }
    }
}
