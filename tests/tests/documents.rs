//! The pages of `docs/errors` are what they say they are: the first block of a page is reported
//! with the page's code and nothing else, and every further block is the same, mended.

use std::collections::BTreeSet;
use std::fs;

use lang::base::Severity;
use tilec::{Compiled, Session, Stage};
use tilec_tests as tests;
use tilec_tests::compile::{Sources, with_stack};

/// Codes whose example is no program that reports them here, with the reason.
const UNTRIED: &[(&str, &str)] = &[
    ("E0207", "is abridged"),
    ("E0213", "is generated"),
    ("E0322", "is about the command line"),
    ("E0405", "is the reason in a note of another error"),
    ("E0414", "is the reason in a note of another error"),
    ("E0523", "is a defect of the compiler"),
    ("E0585", "is generated"),
    ("E0589", "needs a wrong installation"),
    ("E0590", "is generated"),
    ("E0599", "is a defect of the compiler"),
    ("E0605", "is reported of modules that were not read from text"),
    ("E0626", "is generated"),
    ("E0640", "is about bytecode"),
    ("E0641", "is about bytecode"),
    ("E0642", "is about bytecode"),
    ("E0643", "is about bytecode"),
    ("E0644", "is about bytecode"),
    ("E0645", "is about bytecode"),
    ("E0646", "is about bytecode"),
    ("E0647", "is about bytecode"),
    ("E0648", "is about bytecode"),
    ("E0701", "depends on the target"),
    ("E0790", "is a defect of the compiler"),
    ("E0801", "is reported by a run"),
    ("E0802", "is reported by a run"),
    ("E0803", "is about the command line"),
];

/// Codes whose example shows what is wrong with the compiler. Each must fail here; once it does
/// not, its row goes.
const KNOWN_BUGS: &[(&str, &str)] = &[
    ("E0314", "a constant that reads itself is told to be no constant"),
