//! Bytecode is read back as it was written, and what is not bytecode is refused with a reason.

use std::collections::BTreeSet;

use lang::base::{Pos, Span};
use tilec_ir as ir;

use ir::bytecode::{self, Place, Version};
use ir::{Builder, Function, Module, Opcode, parse, print, verify};

const OLD: &str = include_str!("bytecode/dialect_13_1.tir");
const NEW: &str = include_str!("bytecode/dialect_13_3.tir");
const NEWEST: &str = include_str!("bytecode/dialect_13_4.tir");
const LATEST: &str = include_str!("bytecode/dialect_13_5.tir");

/// The copies of eight f16 are reduced, stored and added, in bytes that tileirdisasm 13.5 prints.
#[rustfmt::skip]
const MULTIMEM: &[u8] = &[
    0x7F, 0x54, 0x69, 0x6C, 0x65, 0x49, 0x52, 0x00, 0x0D, 0x05, 0x00, 0x00, 0x82, 0x40, 0x08, 0xCB,
    0x01, 0x00, 0x09, 0x02, 0x00, 0x0B, 0x00, 0x06, 0x00, 0x33, 0x43, 0x01, 0x05, 0x00, 0x00, 0x00,
    0x42, 0x06, 0x02, 0x7B, 0x02, 0x07, 0x08, 0x01, 0x02, 0x02, 0x02, 0x01, 0x01, 0x03, 0x01, 0x01,
    0x7D, 0x01, 0x08, 0x01, 0x03, 0x01, 0x01, 0x00, 0x03, 0x04, 0x01, 0x01, 0x7C, 0x01, 0x08, 0x01,
    0x01, 0x00, 0x00, 0x01, 0x00, 0x03, 0x04, 0x01, 0x01, 0x06, 0x5C, 0x00, 0x00, 0xCB, 0xCB, 0xCB,
    0x85, 0x6C, 0x04, 0xCB, 0x0A, 0xCB, 0xCB, 0xCB, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00,
    0x02, 0x00, 0x00, 0x00, 0x06, 0x00, 0x00, 0x00, 0x09, 0x00, 0x00, 0x00, 0x0C, 0x00, 0x00, 0x00,
    0x22, 0x00, 0x00, 0x00, 0x2F, 0x00, 0x00, 0x00, 0x3A, 0x00, 0x00, 0x00, 0x3B, 0x00, 0x00, 0x00,
    0x05, 0x03, 0x0C, 0x01, 0x00, 0x02, 0x0D, 0x02, 0x00, 0x0D, 0x01, 0x00, 0x0E, 0x01, 0x00, 0x01,
    0x40, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x02, 0x0F, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x05, 0x01, 0x00, 0x00, 0x00, 0x00, 0x0D,
    0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x11, 0x10, 0x02, 0x03, 0x04, 0x00,
    0x81, 0x09, 0x04, 0xCB, 0x01, 0xCB, 0xCB, 0xCB, 0x00, 0x00, 0x00, 0x00, 0x6B, 0x00,
];

#[track_caller]
fn parsed(text: &str) -> Module {
    let (module, diagnostics) = parse::module(text, Pos(1));
    let module = module.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    let found = verify::module(&module);
    assert!(found.is_empty(), "{found:#?}");
    module
}

#[track_caller]
fn written(module: &Module, version: Version) -> Vec<u8> {
    bytecode::write(module, version).unwrap_or_else(|found| panic!("{found:#?}"))
}

#[track_caller]
fn read(bytes: &[u8]) -> Module {
    let (module, diagnostics) = bytecode::read(bytes, Span::NONE);
    module.unwrap_or_else(|| panic!("{diagnostics:#?}"))
}

/// The text of a module but for what bytecode does not hold: names of the module and of parameters.
fn text(module: &Module) -> String {
    let mut module = module.clone();
    module.name.clear();
    for param in module.entries.values_mut().flat_map(|entry| &mut entry.params) {
        param.name.clear();
        param.restrict = false;
    }
    print::module(&module)
}

/// The code and message of what is wrong with `bytes`.
fn error(bytes: &[u8]) -> (&'static str, String) {
    let (module, diagnostics) = bytecode::read(bytes, Span::NONE);
    assert!(module.is_none());
    let first = diagnostics.iter().next().expect("an error");
    (first.code.id, first.message.clone())
}

#[test]
fn every_op_reads_back_in_every_version_that_has_it() {
    let mut seen = BTreeSet::new();
    let sources = [
        (OLD, Version::V13_1),
        (NEW, Version::V13_3),
        (NEWEST, Version::V13_4),
        (LATEST, Version::V13_5),
    ];
    for (source, since) in sources {
        let versions = Version::ALL.iter().copied().filter(|&version| version >= since);
        let module = parsed(source);
        for entry in module.entries.values() {
            let insts = entry.insts_in_order();
            seen.extend(insts.iter().map(|&inst| entry.data(inst).opcode()));
        }
        for version in versions {
            let bytes = written(&module, version);
            let again = read(&bytes);
            assert_eq!(text(&again), text(&module), "version {version}");
            assert_eq!(written(&again, version), bytes, "version {version}");
            let found = verify::module(&again);
            assert!(found.is_empty(), "{found:#?}");
            // Text to bytecode to text.
            assert_eq!(text(&parsed(&print::module(&again))), text(&module));
        }
    }
    let missing: Vec<&str> =
        Opcode::published().filter(|op| !seen.contains(op)).map(Opcode::mnemonic).collect();
    assert_eq!(missing, [""; 0], "ops without a test");
}

#[test]
fn what_we_added_is_written_as_the_published_dialect() {
    let ours = parsed(
        "cuda_tile.module @kernels {
  entry @k(%p: tile<ptr<i32>>, %c: tile<i1>) {
    require %c, rule = 21, \"text\" : tile<i1>
    %x = poison : tile<i32>
    if %c {
      require %c, rule = 0, \"text\" : tile<i1>
    }
    %old, %t = atomic_rmw_tko relaxed device %p, add, %x overflow<no_signed_wrap> : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  }
}",
    );
    let published = parsed(
        "cuda_tile.module @kernels {
  entry @k(%p: tile<ptr<i32>>, %c: tile<i1>) {
    %x = constant <i32: 0> : tile<i32>
    if %c {
    }
    %old, %t = atomic_rmw_tko relaxed device %p, add, %x : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  }
}",
    );
    for &version in Version::ALL {
        assert_eq!(written(&ours, version), written(&published, version), "{version}");
    }
    assert_eq!(text(&parsed(&print::module(&ours))), text(&ours));
}

#[test]
fn old_versions_say_what_they_lack() {
    let module = parsed(NEW);
    let found = bytecode::write(&module, Version::V13_1).expect_err("13.1 lacks these");
    let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
    let lacks = |what: &str, since: &str| {
        let text = format!("{what} needs bytecode version {since}, but 13.1 is to be written");
        assert!(messages.contains(&text.as_str()), "{text}\nis not in\n{messages:#?}");
    };
    lacks("`atan2`", "13.2");
    lacks("`for` with unsigned", "13.2");
    lacks("`negi` with overflow", "13.2");
    lacks("`print_tko` with token", "13.2");
    lacks("`exp` with rounding", "13.3");
    lacks("`mmaf` with fast_acc", "13.3");
    lacks("`alloca`", "13.3");
    lacks("type f8E8M0FNU", "13.2");
    assert!(found.iter().all(|found| found.code.id == "E0648"));
    let found = bytecode::write(&parsed(NEWEST), Version::V13_3).expect_err("13.3 lacks these");
    let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
    let what = ["`insert`", "`gdc_wait_tko`", "`gdc_launch_dependents_tko`", "`fpowi`"];
    let others = [
        "`memory_fence_alias_tko`",
        "`ftoi` with saturating",
        "the rounding nearest_away",
        "type fnv8E5M3FNU",
    ];
    for what in what.into_iter().chain(others) {
        let text = format!("{what} needs bytecode version 13.4, but 13.3 is to be written");
        assert!(messages.contains(&text.as_str()), "{text}\nis not in\n{messages:#?}");
    }
}

/// A program means the same without the promise.
#[test]
fn old_versions_lack_inbounds() {
    let access = |inbounds: &str| {
        format!(
            "cuda_tile.module @kernels {{ entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {{
    %v = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>
    %x, %t = load_view_tko weak %w[%n]{inbounds} : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  }} }}"
        )
    };
    let [plain, none, all] = ["", " inbounds = [false]", " inbounds = [true]"].map(|inbounds| {
        let module = parsed(&access(inbounds));
        [Version::V13_3, Version::V13_4].map(|version| written(&module, version))
    });
    assert_eq!(none, plain);
    assert_eq!(all[0], plain[0]);
    assert_ne!(all[1], plain[1]);
    assert!(text(&read(&all[1])).contains(" inbounds = [true] : "));
    assert!(!text(&read(&plain[1])).contains("inbounds"));
}

/// A change of bytes of a file, each found once by what stands there.
#[track_caller]
fn changed(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let places: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at..].starts_with(from)).collect();
    let [at] = places[..] else { panic!("{from:02x?} is there {} times", places.len()) };
    [&bytes[..at], to, &bytes[at + from.len()..]].concat()
}

#[test]
fn what_newer_versions_have_and_tilec_lacks_is_named() {
    let module = parsed(
        "cuda_tile.module @kernels { entry @k(%p: tile<ptr<f32>>) {
    %t = make_token : token
    %u = memory_fence_alias_tko %t
    } }",
    );
    let [of_13_4, of_13_5] =
        [Version::V13_4, Version::V13_5].map(|version| written(&module, version));
    // The fence: opcode, type, operand. In 13.4 there are no multimem ops.
    let [fence_4, fence_5] = [&of_13_4, &of_13_5].map(|bytes| {
        let at = bytes.windows(2).position(|two| two[0] == 0x7A).expect("a fence");
        bytes[at..at + 3].to_vec()
    });
    let multimem = |bytes: &[u8], fence: &[u8]| changed(bytes, &fence[..2], &[0x7D, fence[1]]);
    let (code, message) = error(&multimem(&of_13_4, &fence_4));
    assert_eq!(code, "E0645");
    assert!(message.starts_with("version 13.4 has no op 0x7d at"), "{message}");
    let call = changed(&of_13_5, &fence_5, &[0x83, 0x80, 0x01]);
    let (code, message) = error(&call);
    let expected = "the op preview$func, which version 13.5 added, is not supported at";
    assert_eq!((code, message.starts_with(expected)), ("E0645", true), "{message}");
    // The header's tag: that there is content of a preview, and nothing else.
    let [preview, unknown] = [1, 2].map(|tag| {
        let mut bytes = of_13_5.clone();
        bytes[10] = tag;
        bytes
    });
    assert!(read(&preview).has_preview && !read(&of_13_5).has_preview);
    let expected = "the header has unknown flags 0x2 at byte 0xa";
    assert_eq!(error(&unknown), ("E0645", expected.into()));
    // The pointer type: tag, flags, pointee, and the attribute where a flag says so.
    let pointer = [12, 0, 0];
    let at = of_13_4.windows(2).position(|two| two == [12, 0]).expect("a pointer");
    assert_eq!(of_13_4[at..][..2], pointer[..2]);
    let mut bytes = of_13_4.clone();
    bytes[at + 1] = 2;
    let (code, message) = error(&bytes);
    assert_eq!(code, "E0643");
    assert!(message.starts_with("a pointer type has unknown flags at"), "{message}");
}

#[test]
fn multimem_is_read_as_other_tools_write_it() {
    let text = text(&read(MULTIMEM));
    let lines = [
        "%3 = make_partition_view %2 : partition_view<tile=(8), tensor_view<64xf16, strides=[1], ptr_attr<multicast>>>",
        "%4, %5 = multimem_load_reduce_view_tko acquire sys %3[%1] reduction<max> inbounds = [true] : ",
        "%6 = multimem_store_view_tko release device %3, %4[%1] : ",
        "%7 = multimem_reduce_view_tko relaxed tl_blk %3, %4[%1] token = %6 : ",
    ];
    for line in lines {
        assert!(text.contains(line), "{line}\nis not in\n{text}");
    }
    assert!(verify::module(&read(MULTIMEM)).is_empty());
}

/// Addresses of multimem memory are of 13.5; the attribute of a pointer is older.
#[test]
fn multimem_memory_needs_its_version() {
    let found = bytecode::write(&parsed(LATEST), Version::V13_4).expect_err("13.4 lacks these");
    let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
    for what in ["`multimem_store_view_tko`", "`multimem_reduce_view_tko`", "type ptr with unicast"]
    {
        let text = format!("{what} needs bytecode version 13.5, but 13.4 is to be written");
        assert!(messages.contains(&text.as_str()), "{text}\nis not in\n{messages:#?}");
    }
    let mut older = MULTIMEM.to_vec();
    older[9] = 4;
    assert_eq!(error(&older).0, "E0645");
    // Plain memory may say so.
    let pointer = [12, 1, 0, 2];
    let plain = changed(MULTIMEM, &pointer, &[12, 1, 0, 0]);
    let module = read(&plain);
    assert!(!verify::module(&module).is_empty(), "a multicast view of plain memory");
    let (code, message) = error(&changed(MULTIMEM, &pointer, &[12, 1, 0, 3]));
    assert!(message.starts_with("version 13.5 has no pointer attribute 3 at"), "{message}");
    assert_eq!(code, "E0645");
}

#[test]
fn parameters_that_are_bytes_have_no_place() {
    let text = "cuda_tile.module @m { entry @k(%c = (%c.n: tile<i32> {tilec.offset = 4}) \
                {tilec.size = 8, tilec.align = 4}) { return } }";
    let found = bytecode::write(&parsed(text), Version::LATEST).expect_err("a record");
    let codes: Vec<&str> = found.iter().map(|found| found.code.id).collect();
    assert_eq!(codes, ["E0649"]);
}

#[test]
fn initial_values_that_are_addresses_have_no_place() {
    let text = "cuda_tile.module @m { global @x <i32: 0> : tile<2xi32> \
                global @p <i64: 0> tilec.addresses<0 @x 4> : tile<1xi64> }";
    let found = bytecode::write(&parsed(text), Version::LATEST).expect_err("an address");
    let codes: Vec<&str> = found.iter().map(|found| found.code.id).collect();
    assert_eq!(codes, ["E0649"]);
}

#[test]
fn broken_files_say_where() {
    let good = written(&parsed(OLD), Version::V13_1);
    assert_eq!(error(b"").0, "E0640");
    assert_eq!(error(b"cuda_tile.module @m {}").0, "E0640");
    let mut other = good.clone();
    other[9] = 9;
    assert_eq!(error(&other), ("E0641", "version 13.9 is not known at byte 0x8".into()));
    assert_eq!(error(&good[..good.len() - 1]).0, "E0642");
    let mut other = good[..12].to_vec();
    other.extend([0x55, 0]);
    assert_eq!(error(&other), ("E0645", "there is no section 85 at byte 0xc".into()));
    let mut other = good[..12].to_vec();
    // A function section with one function, and neither strings nor types.
    other.extend([2, 6, 1, 0, 0, 2, 0, 0, 0]);
    assert_eq!(error(&other), ("E0644", "there is no string 0 at byte 0xf".into()));
    // A huge count does not reserve memory.
    let mut other = good[..12].to_vec();
    other.extend([1, 6, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0, 0]);
    assert_eq!(error(&other).0, "E0642");
}

/// Whatever the bytes, the reader comes back, and what it accepts can be checked, printed and
/// written.
fn survives(bytes: &[u8]) {
    let (module, diagnostics) = bytecode::read(bytes, Span::NONE);
    match module {
        Some(module) => {
            if verify::module(&module).is_empty() {
                let _ = print::module(&module);
                let _ = bytecode::write(&module, Version::LATEST);
            }
        }
        None => assert!(diagnostics.has_errors()),
    }
}

#[test]
fn truncated_and_changed_files_are_survived() {
    for (source, version) in [
        (OLD, Version::V13_1),
        (OLD, Version::V13_5),
        (NEW, Version::V13_3),
        (NEWEST, Version::V13_4),
        (LATEST, Version::V13_5),
    ] {
        let good = written(&parsed(source), version);
        for end in 0..good.len() {
            assert!(bytecode::read(&good[..end], Span::NONE).0.is_none(), "{end} bytes");
        }
        let mut state = 0x9E37_79B9_7F4A_7C15u64;
        let mut random = move |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % below as u64) as usize
        };
        for _ in 0..rounds() {
            let mut bytes = good.clone();
            for _ in 0..=random(3) {
                let at = random(bytes.len());
                match random(4) {
                    0 => bytes[at] ^= 1 << random(8),
                    1 => bytes[at] = random(256) as u8,
                    2 => {
                        bytes.remove(at);
                    }
                    _ => bytes.insert(at, [0, 1, 0x7F, 0x80, 0xFF][random(5)]),
                }
            }
            survives(&bytes);
        }
    }
}

/// How many changed files to try: few, or as many as `FUZZ_SEEDS` says.
#[expect(clippy::disallowed_methods, reason = "how long to search is for the one who runs it")]
fn rounds() -> u64 {
    std::env::var("FUZZ_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(500)
}

/// An entry of `depth` ifs, each in the one before.
fn nested(depth: usize) -> Module {
    let mut module = Module::new("kernels");
    let mut function = Function::new("k", Span::NONE);
    let block = function.entry_block;
    let mut b = Builder::new(&mut function, &mut module.types, block, Span::NONE);
    let condition = b.const_i1(true);
    for _ in 0..depth {
        let parts = b.open_if(condition, &[]);
        b.switch_to(parts.else_block);
        b.yield_([]);
        b.switch_to(parts.then_block);
    }
    let mut block = b.block();
    while let Some(owner) = b.function.block_owner(block) {
        b.switch_to(block);
        b.yield_([]);
        block = b.function.inst_block(owner).expect("an if is in a block");
    }
    b.switch_to(block);
    b.return_([]);
    module.entries.push(function);
    module
}

#[test]
fn deep_nesting_is_refused() {
    let module = nested(200);
    assert_eq!(text(&read(&written(&module, Version::V13_1))), text(&module));
    assert_eq!(error(&written(&nested(201), Version::V13_1)).0, "E0646");
}

/// A place for each span: its position as a line.
fn place(span: Span) -> Option<Place> {
    (!span.is_none()).then(|| Place { file: "dir/k.cu".into(), line: span.lo.0, column: 7 })
}

#[test]
fn places_in_the_source_read_back() {
    for (source, version) in
        [(OLD, Version::V13_1), (NEW, Version::V13_3), (NEWEST, Version::V13_5)]
    {
        let module = parsed(source);
        let bytes = bytecode::write_placed(&module, version, &place).expect("it can be written");
        assert!(written(&module, version).len() < bytes.len());
        let mut asked = Vec::new();
        let mut span_of = |place: &Place| {
            asked.push((place.file.clone(), place.column));
            Some(Span::new(Pos(place.line), Pos(place.line + 1)))
        };
        let (read, found) = bytecode::read_placed(&bytes, Span::NONE, &mut span_of);
        let read = read.unwrap_or_else(|| panic!("{found:#?}"));
        assert_eq!(text(&read), text(&module));
        assert!(asked.iter().all(|(file, column)| file == "dir/k.cu" && *column == 7));
        for (entry, again) in module.entries.values().zip(read.entries.values()) {
            assert_eq!(again.span.lo, entry.span.lo);
            let (insts, same) = (entry.insts_in_order(), again.insts_in_order());
            for (&inst, &same) in insts.iter().zip(&same) {
                // The `yield` of an empty `else` is not in the file: it is where its `if` is.
                let is_implied = entry.insts(entry.inst_block(inst).expect("a block")).len() == 1;
                if !is_implied {
                    assert_eq!(again.span(same).lo, entry.span(inst).lo);
                }
            }
        }
        // A file without the sources is as good.
        assert_eq!(text(&self::read(&bytes)), text(&module));
    }
}

#[test]
fn broken_places_are_survived() {
    let module = parsed(NEW);
    let good = bytecode::write_placed(&module, Version::LATEST, &place).expect("it can be written");
    let mut state = 0x2545_F491_4F6C_DD1Du64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for _ in 0..rounds() {
        let mut bytes = good.clone();
        for _ in 0..=random(3) {
            let at = random(bytes.len());
            bytes[at] = [0, 1, 4, 6, 0x7F, 0x80, 0xFF][random(7)];
        }
        let mut span_of = |place: &Place| Some(Span::new(Pos(place.line), Pos(place.line)));
        let (module, found) = bytecode::read_placed(&bytes, Span::NONE, &mut span_of);
        assert!(module.is_some() != found.has_errors());
    }
}

#[test]
fn locations_of_functions_are_checked() {
    let module = parsed("cuda_tile.module @m { entry @k() { return } }");
    let good = bytecode::write_placed(&module, Version::LATEST, &place).expect("it can be written");
    let plain = written(&module, Version::LATEST);
    // The number of the function's locations is the byte in which the two differ first.
    let at = good.iter().zip(&plain).position(|(a, b)| a != b).expect("a location");
    let mut bytes = good;
    bytes[at] = 9;
    let (code, message) = error(&bytes);
    assert_eq!(
        (code, message.contains("there are no locations 9 at byte")),
        ("E0644", true),
        "{message}"
    );
}
