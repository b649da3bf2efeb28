# `just` lists the recipes; CI runs the same commands.

default:
    @just --list

# Everything that CI checks.
check:
    tests/run --ci

# The tests alone.
test:
    tests/run

# Accept the changed snapshots; review the diff.
bless:
    INSTA_UPDATE=always cargo test --locked --workspace

# The conformance cases on the CPU device.
conformance:
    cargo build --locked --release -p tilec
    python3 ../shared/conformance/run.py --tilec target/release/tilec --device cpu

# Everything that needs a GPU, on a machine that has one; builds nothing.
gpu:
    tests/gpu/run

# The book, the guides, the reference and the gallery as one site, in target/site; needs mdBook.
site:
    docs/site

# The site in headless Chromium: links, console, accessibility, search, phones.
site-test:
    docs/site-test/run

# Draw the pictures of the documents again; review the diff.
pictures:
    TILEC_BLESS=1 cargo test --locked --workspace --test pictures --test plots

# The API documentation of the crates.
docs:
    cargo doc --locked --workspace --no-deps

# The compiler in process for C: header, libraries and tilec.pc, under a prefix.
install-c prefix:
    capi/install {{prefix}}
