//! Errors of the runtime API: numbers, names and texts, and the last one of each thread.

use std::cell::Cell;

/// `cudaError_t`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct ErrorCode(pub i32);

macro_rules! errors {
    ($($constant:ident = $code:literal, $name:literal, $text:literal;)*) => {
        impl ErrorCode {
            $(pub const $constant: ErrorCode = ErrorCode($code);)*
        }

        /// Each error with its name and what `cudaGetErrorString` says of it.
        pub const ERRORS: &[(ErrorCode, &str, &str)] =
            &[$((ErrorCode($code), concat!($name, "\0"), concat!($text, "\0"))),*];
    };
}

// The texts end with a zero byte, as C wants them.
errors! {
    SUCCESS = 0, "cudaSuccess", "no error";
    INVALID_VALUE = 1, "cudaErrorInvalidValue", "invalid argument";
    MEMORY_ALLOCATION = 2, "cudaErrorMemoryAllocation", "out of memory";
    INITIALIZATION = 3, "cudaErrorInitializationError", "initialization error";
    UNLOADING = 4, "cudaErrorCudartUnloading", "driver shutting down";
    INVALID_CONFIGURATION = 9, "cudaErrorInvalidConfiguration", "invalid configuration argument";
    INVALID_PITCH = 12, "cudaErrorInvalidPitchValue", "invalid pitch argument";
    INVALID_SYMBOL = 13, "cudaErrorInvalidSymbol", "invalid device symbol";
    INVALID_DEVICE_POINTER = 17, "cudaErrorInvalidDevicePointer", "invalid device pointer";
    INVALID_DIRECTION = 21, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy";
    INSUFFICIENT_DRIVER = 35, "cudaErrorInsufficientDriver", "CUDA driver version is insufficient for CUDA runtime version";
    MISSING_CONFIGURATION = 52, "cudaErrorMissingConfiguration", "__global__ function call is not configured";
    INVALID_FUNCTION = 98, "cudaErrorInvalidDeviceFunction", "invalid device function";
    NO_DEVICE = 100, "cudaErrorNoDevice", "no CUDA-capable device is detected";
    INVALID_DEVICE = 101, "cudaErrorInvalidDevice", "invalid device ordinal";
    INVALID_IMAGE = 200, "cudaErrorInvalidKernelImage", "device kernel image is invalid";
    UNINITIALIZED = 201, "cudaErrorDeviceUninitialized", "invalid device context";
    NO_IMAGE = 209, "cudaErrorNoKernelImageForDevice", "no kernel image is available for execution on the device";
    PEER_UNSUPPORTED = 217, "cudaErrorPeerAccessUnsupported", "peer access is not supported between these two devices";
    OPERATING_SYSTEM = 304, "cudaErrorOperatingSystem", "OS call failed or operation not supported on this OS";
    INVALID_HANDLE = 400, "cudaErrorInvalidResourceHandle", "invalid resource handle";
    ILLEGAL_STATE = 401, "cudaErrorIllegalState", "the operation cannot be performed in the present state";
    SYMBOL_NOT_FOUND = 500, "cudaErrorSymbolNotFound", "named symbol not found";
    NOT_READY = 600, "cudaErrorNotReady", "device not ready";
    ILLEGAL_ADDRESS = 700, "cudaErrorIllegalAddress", "an illegal memory access was encountered";
    OUT_OF_RESOURCES = 701, "cudaErrorLaunchOutOfResources", "too many resources requested for launch";
    LAUNCH_TIMEOUT = 702, "cudaErrorLaunchTimeout", "the launch timed out and was terminated";
    PEER_NOT_ENABLED = 705, "cudaErrorPeerAccessNotEnabled", "peer access has not been enabled";
    ASSERT = 710, "cudaErrorAssert", "device-side assert triggered";
    ALREADY_REGISTERED = 712, "cudaErrorHostMemoryAlreadyRegistered", "part or all of the requested memory range is already mapped";
    NOT_REGISTERED = 713, "cudaErrorHostMemoryNotRegistered", "pointer does not correspond to a registered memory region";
    ILLEGAL_INSTRUCTION = 715, "cudaErrorIllegalInstruction", "an illegal instruction was encountered";
    MISALIGNED_ADDRESS = 716, "cudaErrorMisalignedAddress", "misaligned address";
    LAUNCH_FAILURE = 719, "cudaErrorLaunchFailure", "unspecified launch failure";
    COOPERATIVE_TOO_LARGE = 720, "cudaErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch";
    NOT_PERMITTED = 800, "cudaErrorNotPermitted", "operation not permitted";
    NOT_SUPPORTED = 801, "cudaErrorNotSupported", "operation not supported";
    CAPTURE_UNSUPPORTED = 900, "cudaErrorStreamCaptureUnsupported", "operation not permitted when stream is capturing";
    CAPTURE_INVALIDATED = 901, "cudaErrorStreamCaptureInvalidated", "operation failed due to a previous error during capture";
    CAPTURE_MERGE = 902, "cudaErrorStreamCaptureMerge", "operation would result in a merge of separate capture sequences";
    CAPTURE_UNMATCHED = 903, "cudaErrorStreamCaptureUnmatched", "capture was not ended in the same stream as it began";
    CAPTURE_UNJOINED = 904, "cudaErrorStreamCaptureUnjoined", "capturing stream has unjoined work";
    CAPTURE_ISOLATION = 905, "cudaErrorStreamCaptureIsolation", "dependency created on uncaptured work in another stream";
    CAPTURE_IMPLICIT = 906, "cudaErrorStreamCaptureImplicit", "operation would make the legacy stream depend on a capturing blocking stream";
    CAPTURED_EVENT = 907, "cudaErrorCapturedEvent", "operation not permitted on an event last recorded in a capturing stream";
    CAPTURE_WRONG_THREAD = 908, "cudaErrorStreamCaptureWrongThread", "attempt to terminate a thread-local capture sequence from another thread";
    GRAPH_UPDATE = 910, "cudaErrorGraphExecUpdateFailure", "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update";
    UNKNOWN = 999, "cudaErrorUnknown", "unknown error";
}

thread_local! {
    static LAST: Cell<ErrorCode> = const { Cell::new(ErrorCode::SUCCESS) };
}

/// The number that a function of the API returns; an error is the thread's last one from then on.
pub fn returned(made: Result<(), ErrorCode>) -> i32 {
    let code = made.err().unwrap_or(ErrorCode::SUCCESS);
    // That something is not ready yet is an answer.
    if code != ErrorCode::SUCCESS && code != ErrorCode::NOT_READY {
        LAST.set(code);
    }
    code.0
}

/// The last error of this thread.
pub fn last() -> ErrorCode {
    LAST.get()
}

/// The same, which is none afterwards.
pub fn take_last() -> ErrorCode {
    LAST.replace(ErrorCode::SUCCESS)
}
