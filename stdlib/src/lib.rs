//! The headers that come with the compiler: name to text, nothing else.
