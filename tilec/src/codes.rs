//! Codes of what the driver itself reports.

lang::codes! {
    /// The sanitizer met undefined behaviour.
    UNDEFINED_BEHAVIOR = "E0801", "undefined-behavior", Error;
    /// A kernel on the CPU device cannot go on.
    TRAP = "E0802", "trap", Error;
    /// A file that was named on the command line is not there.
    CANNOT_READ = "E0803", "cannot-read", Error;
    /// There are more errors than anybody wants to read.
    TOO_MANY_ERRORS = "E0804", "too-many-errors", Error;
    /// The output would have no kernel.
    NO_KERNEL = "E0805", "no-kernel", Error;
    /// An output would overwrite what the command reads.
    OUTPUT_IS_INPUT = "E0806", "output-is-input", Error;
    /// An output cannot be written.
    CANNOT_WRITE = "E0807", "cannot-write", Error;
    /// What host code launches is not known.
    HOST_CODE = "E0808", "host-code", Error;
    /// A kernel of the source is not in the program.
    KERNEL_LEFT_OUT = "E0809", "kernel-left-out", Warning;
    /// A kernel template was not checked for any arguments.
    UNCHECKED_KERNEL = "E0810", "unchecked-kernel", Warning;
    /// A whole program has a kernel of threads, or a managed variable.
    NOT_IN_PROGRAMS = "E0811", "not-in-programs", Error;
    /// The host compiler refuses the host code of a program, or its objects.
    HOST_ERROR = "E0812", "host-error", Error;
    /// The host compiler warns of host code.
    HOST_WARNING = "E0813", "host-warning", Warning;
    /// The library that programs are linked with is not there.
    NO_RUNTIME = "E0814", "no-runtime", Error;
    /// Objects of a program register their kernels with different runtimes.
    TWO_RUNTIMES = "E0815", "two-runtimes", Error;
    /// The compiler of SIMT kernels refuses a source, or what it makes does not fit the program.
    SIMT_ERROR = "E0817", "simt-error", Error;
    /// The compiler of SIMT kernels warns.
    SIMT_WARNING = "E0818", "simt-warning", Warning;
    /// A write keeps the operand of an MMA from being loaded ahead.
    MISSING_RESTRICT = "E0816", "missing-restrict", Warning;
}
