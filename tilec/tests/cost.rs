//! `tilec cost` as people and scripts use it: what bounds a launch, how its time follows from sizes, mistakes, JSON.

#![expect(clippy::disallowed_methods, reason = "tests of a program with files and arguments")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, str};

use serde_json::Value;

#[path = "../../tests/src/skip.rs"]
mod skip;
use skip::skip;

const KERNELS: &str = "\
#include \"cuda_bf16.h\"
#include \"cuda_tile.h\"
namespace ct = cuda::tiles;
template <int BM, int BN>
__tile_global__ void gemm(const __nv_bfloat16* __restrict__ a, const __nv_bfloat16* __restrict__ b,
                          __nv_bfloat16* __restrict__ c, int m, int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<BM, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, BN>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<BM, BN>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, BN>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64)))
        acc = ct::mma(va.load_masked(i, step), vb.load_masked(step, j), acc);
    vc.store_masked(ct::element_cast<__nv_bfloat16>(acc), i, j);
}
__tile_global__ void add(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{n}}, ct::shape<1024>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{n}}, ct::shape<1024>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{n}}, ct::shape<1024>{}};
    auto i = ct::bid().x;
    vc.store_masked(va.load_masked(i) + vb.load_masked(i), i);
}
__tile_global__ void sum(const float* __restrict__ in, float* __restrict__ out, const int* __restrict__ counts) {
    ct::partition_view vi{ct::tensor_span{in, ct::extents{1 << 20}}, ct::shape<1024>{}};
    ct::partition_view vo{ct::tensor_span{out, ct::extents{1024}}, ct::shape<1024>{}};
    auto all = ct::zeros<ct::tile<float, ct::shape<1024>>>();
    for (int step : ct::irange(0, counts[0])) all = all + vi.load(step);
    vo.store(all, 0);
}
";

struct Folder(PathBuf);

struct Done {
    code: i32,
    out: String,
    err: String,
}

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = Folder(Path::new(env!("CARGO_TARGET_TMPDIR")).join("cost").join(name));
        let _ = fs::remove_dir_all(&folder.0);
        fs::create_dir_all(&folder.0).expect("a folder");
        fs::write(folder.0.join("k.cu"), KERNELS).expect("a file");
        folder
    }

    /// Runs `tilec cost k.cu`; words in quotes are one.
    fn cost(&self, line: &str) -> Done {
        let parts = line.split('\'').enumerate();
        let words = parts.flat_map(|(index, part)| match index % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        });
        let done = Command::new(env!("CARGO_BIN_EXE_tilec"))
            .args(["cost", "k.cu"])
            .args(words)
            .current_dir(&self.0)
            .output()
            .expect("tilec starts");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        Done {
            code: done.status.code().unwrap_or(-1),
            out: text(done.stdout),
            err: text(done.stderr),
        }
    }

    fn json(&self, line: &str) -> Value {
        let done = self.cost(&format!("{line} --format json"));
        assert_eq!(done.code, 0, "{}", done.err);
        serde_json::from_str(&done.out).expect("JSON")
    }
}

fn gemm(tile: (u32, u32), sizes: (u32, u32, u32)) -> String {
    let ((bm, bn), (m, n, k)) = (tile, sizes);
    format!(
        "--kernel 'gemm<{bm}, {bn}>' --grid {},{} --arg bf16[{}] --arg bf16[{}] --arg out:bf16[{}] --arg i32={m} \
         --arg i32={n} --arg i32={k}",
        m.div_ceil(bm),
        n.div_ceil(bn),
        u64::from(m) * u64::from(k),
        u64::from(k) * u64::from(n),
        u64::from(m) * u64::from(n)
    )
}

fn add(count: u64) -> String {
    let buffer = format!("f32[{count}]");
    format!(
        "--kernel add --grid {} --arg {buffer} --arg {buffer} --arg out:{buffer} --arg i32={count}",
        count / 1024
    )
}

fn seconds(value: &Value) -> f64 {
    value["seconds"].as_f64().expect("a number")
}

#[test]
fn a_table_says_what_bounds_a_launch() {
    let folder = Folder::new("table");
    let done = folder.cost(&gemm((128, 256), (8192, 8192, 8192)));
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{}", done.out);
    assert!(done.out.contains(", bound by tensor cores\n"), "{}", done.out);
    assert!(done.out.contains("\n2048 tile blocks; 1 at a time in a CTA"), "{}", done.out);
    let done = folder.cost(&add(1 << 28));
    assert!(done.out.contains(", bound by DRAM\n"), "{}", done.out);
    assert!(done.out.contains("\n2147.5 MB read from DRAM, 1073.7 MB written\n"), "{}", done.out);
}

#[test]
fn times_follow_sizes() {
    let folder = Folder::new("sizes");
    let (one, two) = (folder.json(&add(1 << 27)), folder.json(&add(1 << 28)));
    let ratio = seconds(&two) / seconds(&one);
    assert!((1.95..2.0).contains(&ratio), "{ratio}");
    let middle = folder.json(&gemm((128, 256), (4096, 4096, 4096)));
    let large = folder.json(&gemm((128, 256), (8192, 8192, 8192)));
    let ratio = seconds(&large) / seconds(&middle);
    assert!((7.0..8.5).contains(&ratio), "{ratio}");
    // 133 tile blocks of 132 SMs take two waves, at a higher clock.
    let (full, more) = ((128 * 132, 256, 8192), (128 * 133, 256, 8192));
    let [full, more] = [full, more].map(|sizes| folder.json(&gemm((128, 256), sizes)));
    let ratio = seconds(&more) / seconds(&full);
    assert!((1.5..2.1).contains(&ratio), "{ratio}");
}

#[test]
fn contents_of_buffers_decide_where_loops_ask_them() {
    let folder = Folder::new("contents");
    let args = "--kernel sum --arg f32[1048576] --arg out:f32[1024] --arg";
    let few = folder.json(&format!("{args} 'i32[1]=full(10)'"));
    let many = folder.json(&format!("{args} 'i32[1]=full(1000)'"));
    assert!(seconds(&many) > 20.0 * seconds(&few), "{few} {many}");
    assert_eq!(many["notes"], serde_json::json!([]));
    let unknown = folder.json(&format!("{args} i32[1]"));
    let note = unknown["notes"][0].as_str().unwrap_or_default();
    assert!(note.contains("not known"), "{unknown}");
}

#[test]
fn sizes_take_no_memory() {
    let folder = Folder::new("memory");
    let gigabytes = "f32[17179869184]";
    let line = format!(
        "--kernel add --grid 1000000 --arg {gigabytes} --arg {gigabytes} --arg out:{gigabytes} --arg i32=1024000000"
    );
    assert_eq!(folder.cost(&line).code, 0);
}

#[test]
fn mistakes_are_told() {
    let folder = Folder::new("mistakes");
    let told = |line: &str, code: i32, text: &str| {
        let done = folder.cost(line);
        assert!(done.code == code && done.err.contains(text), "{line}: {} {}", done.code, done.err);
    };
    told("--kernel add --arg f32[4]", 2, "has 4 parameters, not 1");
    told("--kernel add --arg f32[x]", 2, "the count is not a number");
    told("--kernel add --grid 0", 2, "at least one block");
    told("--kernel lost", 2, "lost");
    told(&add(1024).replace("i32=1024", "f32=1"), 2, "parameter 4");
    told("--kernel 'gemm<100, 64>'", 1, "error");
    told(&format!("{} -o k.cu", add(1024)), 1, "k.cu");
}

/// Events of all partitions, in order, within the time of the tile block.
#[test]
fn a_timeline_has_each_partition() {
    let folder = Folder::new("timeline");
    let value = folder.json(&gemm((128, 256), (8192, 8192, 8192)));
    let events = value["timeline"].as_array().expect("a list");
    for partition in ["producer", "tensor cores", "threads"] {
        assert!(events.iter().any(|event| event["partition"] == partition), "{value}");
    }
    let number = |event: &Value, key: &str| event[key].as_f64().expect("a number");
    assert!(events.iter().all(|event| number(event, "start") < number(event, "end")));
    assert!(events.is_sorted_by_key(|event| number(event, "start")));
    let end = events.iter().map(|event| number(event, "end")).fold(0.0, f64::max);
    let loop_clocks = value["regions"][1]["clocks"].as_f64().expect("a number");
    assert!((128.0 * loop_clocks..140.0 * loop_clocks).contains(&end), "{end} {loop_clocks}");
}

/// A multiplication begins when its tiles have arrived, and a stage is filled again when the multiplication that read it has
/// ended.
#[test]
fn a_timeline_follows_the_stages() {
    let folder = Folder::new("stages");
    let value = folder.json(&gemm((128, 256), (8192, 8192, 8192)));
    let stages = value["cta"]["stages"].as_u64().expect("a number") as usize;
    let times = |partition: &str| -> Vec<(f64, f64)> {
        let events = value["timeline"].as_array().expect("a list").iter();
        let mine = events.filter(|event| event["partition"] == partition);
        let number = |event: &Value, key: &str| event[key].as_f64().expect("a number");
        mine.map(|event| (number(event, "start"), number(event, "end"))).collect()
    };
    let (copies, products) = (times("producer"), times("tensor cores"));
    assert!(stages > 1 && copies.len() > stages && products.len() > stages, "{value}");
    // The last event of each is the rest of the loop, in which copies and products overlap.
    let single = copies.len() - 1;
    for (copy, product) in copies[..single].iter().zip(&products) {
        assert!(copy.1 <= product.0, "{copies:?} {products:?}");
    }
    for (product, refill) in products.iter().zip(&copies[stages..]) {
        assert!(product.1 <= refill.0, "{copies:?} {products:?}");
    }
}

/// What Python's validator says of the JSON.
#[test]
fn json_is_as_the_schema_says() {
    let folder = Folder::new("schema");
    let import = Command::new("python3").args(["-c", "import jsonschema"]).output();
    if !import.is_ok_and(|output| output.status.success()) {
        skip("jsonschema of Python is not here");
        return;
    }
    let lines = [gemm((128, 128), (1000, 1000, 1000)), add(4096)];
    let texts = lines.map(|line| folder.cost(&format!("{line} --format json")).out);
    let broken = texts[0].replace("\"tensor cores\"", "\"teraflops\"");
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schemas/cost.schema.json");
    let mut found = Vec::new();
    for text in [&texts[0], &texts[1], &broken] {
        fs::write(folder.0.join("t.json"), text).expect("a file");
        let check = "\
import json, sys, jsonschema
schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
errors = jsonschema.Draft202012Validator(schema).iter_errors(json.load(open('t.json')))
print(len(list(errors)))
";
        let done = Command::new("python3")
            .args(["-c", check, schema.to_str().expect("a path")])
            .current_dir(&folder.0)
            .output()
            .expect("Python");
        assert!(done.status.success(), "{}", str::from_utf8(&done.stderr).unwrap_or_default());
        found.push(str::from_utf8(&done.stdout).map(str::trim) == Ok("0"));
    }
    assert_eq!(found, [true, true, false], "{}", texts[0]);
}
