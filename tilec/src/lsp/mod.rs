//! `tilec lsp`: the language server, over standard input and output.
//!
//! ```text
//!  transport ── messages ──▶ server ── jobs ──▶ worker (one for each open document)
//!      ▲                       │                  │  analysis: a checked program, kept alive
//!      │                       │                  └─ feature/*: questions about it
//!      └───── replies ─────────┴──────────────────────────┘
//! ```
//!
//! The server's loop owns the open documents and never compiles. A worker checks its document and
//! serves requests from the checked program until an edit replaces it; the edit also interrupts
//! a check under way. Each request and each analysis runs under `catch_unwind`, so a bug in one
//! costs its answer and nothing else.
//!
//! Which specialisations of kernel templates host code launches is asked of a host compiler beside all of
//! that: `launches.rs`.
//!
//! Files of the workspace that are not open are checked by a thread of their own, when a request
//! may need their contents:
//! `workspace.rs`.
//!
//! All of this is a child process of the one that the editor has started (`supervisor`), which starts another
//! when a thread overflows its stack.
//!
//! Start reading at `server.rs`, then `worker.rs` and `analysis.rs`; `dispatch.rs` is the table of
//! requests, each feature is a file in `feature`.

mod analysis;
mod busy;
mod config;
mod database;
mod describe;
mod diagnostics;
mod dispatch;
mod documents;
mod feature;
mod headers;
mod initialize;
mod launches;
mod names;
mod outline;
mod preamble;
mod progress;
mod server;
mod shared;
mod site;
mod supervisor;
mod text;
mod transport;
mod uri;
mod worker;
mod workspace;

pub use server::{Outcome, run as run_supervised};
pub use supervisor::run;
