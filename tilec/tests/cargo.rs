//! `tilec::Build` as a package uses it: a crate of its own in a temporary folder, built and run by
//! the real cargo.

#![expect(clippy::disallowed_methods, reason = "tests of a program with files and arguments")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, str};

#[path = "../../tests/src/skip.rs"]
mod skip;
use skip::skip;

const MANIFEST: &str = r#"[package]
name = "app"
version = "0.1.0"
edition = "2024"

[dependencies]
tilec-runtime = { path = "ROOT/runtime" }

[build-dependencies]
tilec = { path = "ROOT/tilec" }

[profile.dev]
debug = 0

[workspace]
"#;

const BUILD: &str = r#"fn main() {
    tilec::Build::new("src/kernel.cu").include("include").kernel("scale<__half, 4>").compile();
}
"#;

const KERNEL: &str = r#"#include "cuda_fp16.h"
#include "cuda_tile.h"
#include "factor.h"

namespace ct = cuda::tiles;

struct Range {
    int first;
    float weight;
    double offset;
};

template <class T, int N>
__tile_global__ void scale(const T* in, T* out) {
    auto at = N * int(ct::bid().x) + ct::iota<ct::tile<int, ct::shape<N>>>();
    ct::store(out + at, ct::load(in + at) * ct::full<ct::tile<T, ct::shape<>>>(T(FACTOR)));
}

template __tile_global__ void scale<float, 4>(const float*, float*);

__tile_global__ void fill(double* out, Range range, bool negate, unsigned long long type) {
    *out = (range.first + range.weight + range.offset + type) * (negate ? -1 : 1);
}
"#;

const MAIN: &str = r#"use tilec_runtime::{Device, F16};

mod kernels {

    tilec_runtime::include_kernels!("kernel");
}

#[derive(Clone, Copy, tilec_runtime::bytemuck::NoUninit)]
#[bytemuck(crate = "tilec_runtime::bytemuck")]
#[repr(C)]
struct Range {
    first: i32,
    weight: f32,
    offset: f64,
}

fn main() -> Result<(), tilec_runtime::Error> {
    let device = Device::cpu();
    let kernels = kernels::Kernels::load(&device)?;
    let input = device.array(&[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0])?;
    let mut out = device.zeroed_array::<f32>(8)?;
    kernels.scale_float_4(2, &input, &mut out)?;
    println!("{:?}", out.to_vec(&device)?);
    let input = device.array(&[1.5f32, -1.0, 0.25, 8.0].map(F16::from_f32))?;
    let mut out = device.zeroed_array::<F16>(4)?;
    kernels.scale_half_4((1, 1), &input, &mut out)?;
    println!("{:?}", out.to_vec(&device)?.into_iter().map(F16::to_f32).collect::<Vec<_>>());
    let mut out = device.zeroed_array::<f64>(1)?;
    kernels.fill([1, 1, 1], &mut out, &Range { first: 1, weight: 0.5, offset: 0.25 }, true, 8)?;
    println!("{:?}", out.to_vec(&device)?);
    let names: Vec<&str> = kernels::KERNELS.iter().map(|kernel| kernel.name).collect();
    println!("{}", names.join("; "));
    Ok(())
}
"#;

struct App(PathBuf);

impl App {
    fn new(name: &str) -> App {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("in the workspace");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        let app = App(folder);
        app.write("Cargo.toml", &MANIFEST.replace("ROOT", &root.display().to_string()));
        app.write("build.rs", BUILD);
        app.write("src/main.rs", MAIN);
        app.write("src/kernel.cu", KERNEL);
        app.write("include/factor.h", "#define FACTOR 2\n");
        // The versions that this workspace has been built with are here without a network.
        fs::copy(root.join("Cargo.lock"), app.0.join("Cargo.lock")).expect("the lock is there");
        app
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("below the folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    /// Runs cargo; the compiled compiler stays for the next test.
    fn cargo(&self, command: &str) -> (bool, String, String) {
        self.cargo_with(&[command, "--offline", "--quiet"])
    }

    /// The same with all that cargo says.
    fn cargo_aloud(&self, command: &str) -> (bool, String, String) {
        self.cargo_with(&[command, "--offline"])
    }

    fn cargo_with(&self, args: &[&str]) -> (bool, String, String) {
        let output = Command::new(env!("CARGO"))
            .args(args)
            .current_dir(&self.0)
            .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cargo-target"))
            .output()
            .expect("cargo runs");
        let text = |bytes: &[u8]| str::from_utf8(bytes).expect("text").to_owned();
        (output.status.success(), text(&output.stdout), text(&output.stderr))
    }

    #[track_caller]
    fn run(&self) -> String {
        let (success, stdout, stderr) = self.cargo("run");
        assert!(success, "{stderr}");
        stdout
    }

    #[track_caller]
    fn fails(&self, texts: &[&str]) {
        let (success, _, stderr) = self.cargo("build");
        assert!(!success, "it should not build");
        for text in texts {
            assert!(stderr.contains(text), "`{text}` is not in\n{stderr}");
        }
    }
}

/// One test, so that cargo builds the compiler once.
#[test]
fn a_package_with_kernels() {
    let app = App::new("app");
    let expected = "\
[2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0]
[3.0, -2.0, 0.5, 16.0]
[-9.75]
fill; scale<float, 4>; scale<__half, 4>
";
    assert_eq!(app.run(), expected);

    // A header of the kernel is a dependency.
    app.write("include/factor.h", "#define FACTOR 3\n");
    assert!(app.run().starts_with("[3.0, 6.0, 9.0,"));

    // Arguments are checked by the Rust compiler.
    app.write("src/main.rs", &MAIN.replace("zeroed_array::<F16>(4)", "zeroed_array::<f32>(4)"));
    app.fails(&["E0308", "expected `&mut Array<F16>`, found `&mut Array<f32>`"]);
    app.write("src/main.rs", &MAIN.replace("true, 8)", "1, 8)"));
    app.fails(&["expected `bool`, found integer"]);
    app.write(
        "src/main.rs",
        &MAIN.replace("weight: f32,", "weight: [f32; 3],").replace("0.5", "[0.5; 3]"),
    );
    app.fails(&["`Range` has 16 bytes"]);
    app.write("src/main.rs", MAIN);

    // Machine code where there is an assembler.
    if env::var_os("TILEC_PTXAS").is_some() {
        app.write("build.rs", &BUILD.replace(".compile()", ".arch(\"sm_90a\").cubin().compile()"));
        let main = "const CUBIN: &[u8] = include_bytes!(concat!(env!(\"OUT_DIR\"), \"/kernel.cubin\"));\n\
                    fn main() {\n    println!(\"{:?}\", &CUBIN[1..4]);\n}\n";
        app.write("src/main.rs", main);
        assert_eq!(app.run(), "[69, 76, 70]\n");
        app.write("build.rs", BUILD);
        app.write("src/main.rs", MAIN);
    } else {
        skip("TILEC_PTXAS names no ptxas");
    }

    // What the compiler warns of is cargo's warning, with its place.
    let old = KERNEL.replace("range.first +", "old() +");
    let old = format!("[[deprecated(\"use new\")]] __tile__ int old() {{ return 1; }}\n{old}");
    app.write("src/kernel.cu", &old);
    let (success, _, stderr) = app.cargo_aloud("build");
    assert!(success, "{stderr}");
    let warning = "warning: app@0.1.0: src/kernel.cu:23:13: warning[E0531]";
    assert!(stderr.contains(warning) && stderr.contains("use new"), "{stderr}");
    app.write("src/kernel.cu", KERNEL);

    // Errors of a kernel are cargo's, with their place; the next build sees that it is fixed.
    let broken = KERNEL.replace("ct::iota<", "ct::iote<");
    app.write("src/kernel.cu", &broken);
    app.fails(&["error: app@0.1.0: src/kernel.cu:15:42: error[E0", "ct::iote"]);
    app.write("src/kernel.cu", KERNEL);
    assert!(app.run().starts_with("[3.0, 6.0, 9.0,"));
}
