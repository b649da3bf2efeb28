//! The processor time of the measuring thread, as the kernel accounts for it: what else runs on
//! the machine does not count, unlike with wall-clock time.

use std::time::Duration;

use criterion::measurement::{Measurement, ValueFormatter, WallTime};

pub struct CpuTime;

impl CpuTime {
    /// The time of this thread so far; the first number of the file is nanoseconds on a processor.
    fn now() -> Duration {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        let nanoseconds = text.split(' ').next().and_then(|number| number.parse().ok());
        Duration::from_nanos(nanoseconds.expect("Linux, with the statistics of its scheduler"))
    }
}

impl Measurement for CpuTime {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        CpuTime::now()
    }

    fn end(&self, start: Duration) -> Duration {
        CpuTime::now() - start
    }

    fn add(&self, one: &Duration, other: &Duration) -> Duration {
        *one + *other
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        value.as_nanos() as f64
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}
