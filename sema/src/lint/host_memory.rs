//! Memory that host code allocates, copies and passes to kernels: numbers of elements where bytes are meant, pointers to
//! host memory in a launch, copies in the wrong direction, and managed memory that is read before a kernel has ended.
//!
//! In: the tokens of host bodies, which are not parsed here. Out: warnings.
//!
//! Invariant: a variable counts only where the function declares its name once, and its place only where nothing else may
//! give it another value.

use lang::base::{Applicability, Diagnostic, Name, Span};
use lang::lex::{Token, TokenKind as T};
use rustc_hash::{FxHashMap, FxHashSet};

use super::host::{behind_launch, behind_template_arguments, launch_at, may_declare};
use super::threads::is_changed;
use crate::Cx;
use crate::codes;

/// Where a variable points to, or has its elements.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Device,
    /// Of both.
    Managed,
    /// The elements of a container, which `data()` points to.
    Container,
    /// An array.
    Array,
    /// A pointer to memory of `new` or `malloc`.
    Heap,
    /// A number.
    Number,
}

impl Place {
    fn is_host(self) -> bool {
        !matches!(self, Place::Device | Place::Managed)
    }
}

/// The variables of a function whose places are known.
type Places = FxHashMap<Name, Place>;

/// A function of CUDA's runtime that takes a number of bytes.
struct OfBytes {
    name: &'static str,
    /// The arguments that are pointers.
    pointers: &'static [usize],
    size: usize,
    /// What it allocates.
    allocates: Option<Place>,
}

const fn of_bytes(
    name: &'static str,
    pointers: &'static [usize],
    size: usize,
    allocates: Option<Place>,
) -> OfBytes {
    OfBytes { name, pointers, size, allocates }
}

static OF_BYTES: [OfBytes; 7] = [
    of_bytes("cudaMalloc", &[0], 1, Some(Place::Device)),
    of_bytes("cudaMallocAsync", &[0], 1, Some(Place::Device)),
    of_bytes("cudaMallocManaged", &[0], 1, Some(Place::Managed)),
    of_bytes("cudaMemcpy", &[0, 1], 2, None),
    of_bytes("cudaMemcpyAsync", &[0, 1], 2, None),
    of_bytes("cudaMemset", &[0], 2, None),
    of_bytes("cudaMemsetAsync", &[0], 2, None),
];

/// Functions that do not wait for kernels; another one may.
const NOT_WAITING: [&str; 14] = [
    "cudaGetLastError",
    "cudaPeekAtLastError",
    "cudaGetErrorString",
    "cudaGetErrorName",
    "cudaEventRecord",
    "cudaMalloc",
    "cudaMallocManaged",
    "cudaMemPrefetchAsync",
    "cudaMemcpyAsync",
    "cudaMemsetAsync",
    "printf",
    "fprintf",
    "exit",
    "abort",
];

/// Types of one byte, whose number of elements is that of bytes.
const BYTES: [&str; 11] = [
    "void",
    "char",
    "unsigned char",
    "signed char",
    "bool",
    "uint8_t",
    "int8_t",
    "std::uint8_t",
    "std::int8_t",
    "std::byte",
    "char8_t",
];

/// Types of more than one byte.
const WIDE: [&str; 22] = [
    "float",
    "double",
    "int",
    "unsigned",
    "unsigned int",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "short",
    "unsigned short",
    "size_t",
    "std::size_t",
    "int32_t",
    "uint32_t",
    "int64_t",
    "uint64_t",
    "__half",
    "half",
    "__nv_bfloat16",
    "float4",
    "float2",
];

/// Longer functions are not looked at: variables are looked for in all of them.
const MOST_TOKENS: usize = 20_000;

/// A call of CUDA's runtime, with its arguments.
struct RuntimeCall<'t> {
    name: Token,
    arguments: Vec<&'t [Token]>,
}

/// A launch of a kernel.
struct Launch<'t> {
    kernel: Token,
    arguments: Vec<&'t [Token]>,
    /// The `)` behind its arguments.
    close: usize,
}

impl Cx<'_> {
    /// Warns of a host function; its parameters are among the tokens.
    pub(super) fn warn_of_host_memory(&mut self, tokens: &[Token], kernels: &FxHashSet<Name>) {
        let mentions = |part: &str| {
            tokens
                .iter()
                .any(|token| token.kind == T::Ident && self.text(token.name).contains(part))
        };
        if tokens.len() > MOST_TOKENS
            || !mentions("cuda") && !tokens.iter().any(|token| token.kind == T::Shl)
        {
            return;
        }
        // Such a program asks whether the GPU reaches the memory of the host.
        let shares_memory = mentions("ageableMemoryAccess");
        let places = self.places(tokens);
        let calls = self.calls(tokens);
        let launches: Vec<Launch<'_>> =
            (0..tokens.len()).filter_map(|at| launch(tokens, at, kernels)).collect();
        for call in &calls {
            self.check_bytes(tokens, call, &launches);
            self.check_direction(call, &places);
        }
        if !shares_memory {
            for launch in &launches {
                self.check_host_pointers(launch, &places, &calls);
            }
        }
        if places.values().any(|&place| place == Place::Managed) {
            self.check_waits(tokens, &places, kernels);
        }
    }

    /// The calls of CUDA's runtime.
    fn calls<'t>(&self, tokens: &'t [Token]) -> Vec<RuntimeCall<'t>> {
        let is_runtime = |token: &Token| {
            token.kind == T::Ident
                && self.text(token.name).starts_with("cuda")
                && self.is_users_text(token.span)
        };
        let call = |(at, name): (usize, &Token)| {
            let (arguments, _) = split_arguments(tokens, at + 1)?;
            Some(RuntimeCall { name: *name, arguments })
        };
        tokens.iter().enumerate().filter(|(_, token)| is_runtime(token)).filter_map(call).collect()
    }

    /// Where the variables of a function are.
    fn places(&self, tokens: &[Token]) -> Places {
        let mut places = Places::default();
        let mut n_declared: FxHashMap<Name, usize> = FxHashMap::default();
        let mut unknown: FxHashSet<Name> = FxHashSet::default();
        for (at, token) in tokens.iter().enumerate() {
            if token.kind != T::Ident {
                continue;
            }
            let before = |n: usize| at.checked_sub(n).and_then(|at| tokens.get(at)).copied();
            let after = tokens.get(at + 1).map_or(T::Eof, |token| token.kind);
            let kinds = [before(2), before(1)].map(|token| token.map_or(T::Eof, |t| t.kind));
            let is_operand =
                kinds[1] == T::Star && matches!(after, T::LBracket | T::Arrow | T::Dot);
            let is_in_list = kinds == [T::Comma, T::Star]
                && matches!(after, T::Semi | T::Eq | T::Comma | T::LBrace);
            let is_container = kinds[1] == T::Gt
                && after == T::LParen
                && at.checked_sub(1).is_some_and(|close| self.is_container(tokens, close));
            let is_declared = may_declare(kinds[0], kinds[1], after) || is_in_list || is_container;
            if is_declared && !is_operand {
                *n_declared.entry(token.name).or_default() += 1;
                if let Some(place) = self.place_declared(tokens, at) {
                    places.insert(token.name, place);
                    for (name, is_array) in more_declared(tokens, at) {
                        let place = match place {
                            Place::Container => Place::Container,
                            Place::Array | Place::Number if is_array => Place::Array,
                            Place::Array | Place::Number => Place::Number,
                            Place::Device | Place::Managed | Place::Heap => continue,
                        };
                        *n_declared.entry(name).or_default() += 1;
                        places.insert(name, place);
                    }
                }
            } else if after == T::Eq && !matches!(kinds[1], T::Dot | T::Arrow | T::Star | T::Comma)
            {
                // Its value is not that of its declaration any more.
                unknown.insert(token.name);
            }
            let allocation = OF_BYTES.iter().find(|of| of.name == self.text(token.name));
            if let Some(place) = allocation.and_then(|of| of.allocates)
                && let Some((arguments, _)) = split_arguments(tokens, at + 1)
                && let Some(name) = arguments.first().and_then(|first| address_of(first))
            {
                let known = places.entry(name).or_insert(place);
                if *known != place {
                    unknown.insert(name);
                }
            }
            let is_other = matches!(
                self.text(token.name),
                "cudaHostRegister" | "cudaMallocHost" | "cudaHostAlloc" | "swap"
            );
            if is_other && let Some((arguments, _)) = split_arguments(tokens, at + 1) {
                let names = arguments.iter().flat_map(|argument| argument.iter());
                unknown.extend(names.filter(|token| token.kind == T::Ident).map(|t| t.name));
            }
        }
        places.retain(|name, _| {
            !unknown.contains(name) && n_declared.get(name).is_some_and(|&n| n == 1)
        });
        // A pointer whose address is taken may get another value.
        let addressed: FxHashSet<Name> = tokens
            .windows(2)
            .filter(
                |pair| matches!(pair, [amp, name] if amp.kind == T::Amp && name.kind == T::Ident),
            )
            .filter_map(|pair| pair.last().map(|token| token.name))
            .collect();
        places.retain(|name, place| *place != Place::Heap || !addressed.contains(name));
        places
    }

    /// Where the variable is that is declared at a token.
    fn place_declared(&self, tokens: &[Token], at: usize) -> Option<Place> {
        let [first, before] = [2, 1].map(|n| at.checked_sub(n).and_then(|at| tokens.get(at)));
        let (before, after) = (before?, tokens.get(at + 1)?);
        let is_number = matches!(
            before.kind,
            T::KwInt
                | T::KwFloat
                | T::KwDouble
                | T::KwUnsigned
                | T::KwLong
                | T::KwShort
                | T::KwChar
        );
        match (before.kind, after.kind) {
            (T::Gt | T::Amp, _) => {
                let close = if before.kind == T::Gt { at - 1 } else { at.checked_sub(2)? };
                self.is_container(tokens, close).then_some(Place::Container)
            }
            (T::KwAuto, T::Eq) => {
                let rest = tokens.get(at + 2..)?;
                let start = rest.iter().position(|token| token.kind == T::Lt)?;
                let close = behind_template_arguments(tokens, at + 2 + start)?.checked_sub(1)?;
                let is_first = start <= 3 && rest.first().is_some_and(|t| t.kind == T::Ident);
                (is_first && self.is_container(tokens, close)).then_some(Place::Container)
            }
            (_, T::LBracket) if before.kind != T::Star => Some(Place::Array),
            (T::Star, T::Eq) if first.is_none_or(|first| first.kind != T::Star) => {
                let end = tokens.get(at + 2..)?.iter().position(|token| {
                    matches!(token.kind, T::Semi | T::Comma) || token.kind == T::LBrace
                })?;
                let value = tokens.get(at + 2..at + 2 + end)?;
                let is_heap = value.first().is_some_and(|token| token.kind == T::KwNew)
                    || value.iter().any(|token| {
                        token.kind == T::Ident
                            && matches!(self.text(token.name), "malloc" | "calloc")
                    });
                is_heap.then_some(Place::Heap)
            }
            _ if is_number => Some(Place::Number),
            _ => None,
        }
    }

    /// Whether the `>` at `close` ends the type of a container with the default allocator.
    fn is_container(&self, tokens: &[Token], close: usize) -> bool {
        if tokens.get(close).is_none_or(|token| token.kind != T::Gt) {
            return false;
        }
        let mut depth = 0usize;
        let mut n_commas = 0;
        for at in (0..=close).rev() {
            let Some(token) = tokens.get(at) else { return false };
            match token.kind {
                T::Gt | T::RParen => depth += 1,
                T::Shr => depth += 2,
                T::LParen => depth = depth.saturating_sub(1),
                T::Comma if depth == 1 => n_commas += 1,
                T::Lt => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        let name = at.checked_sub(1).and_then(|at| tokens.get(at));
                        let name = name.filter(|name| name.kind == T::Ident);
                        return match name.map(|name| self.text(name.name)) {
                            Some("vector") => n_commas == 0,
                            Some("array") => n_commas == 1,
                            _ => false,
                        };
                    }
                }
                T::Semi | T::LBrace | T::RBrace => return false,
                _ => {}
            }
        }
        false
    }

    /// Warns of a number of elements where a function takes bytes.
    fn check_bytes(&mut self, tokens: &[Token], call: &RuntimeCall<'_>, launches: &[Launch<'_>]) {
        let name = self.text(call.name.name);
        let Some(of) = OF_BYTES.iter().find(|of| of.name == name) else { return };
        let Some(&size) = call.arguments.get(of.size) else { return };
        if !self.may_count_elements(tokens, size) {
            return;
        }
        let mut pointers = of.pointers.iter().filter_map(|&at| {
            let argument = call.arguments.get(at)?;
            match of.allocates {
                Some(_) => address_of(argument),
                None => match argument {
                    [name] if name.kind == T::Ident => Some(name.name),
                    _ => None,
                },
            }
        });
        let found = pointers.find_map(|pointer| {
            let element = self.element_type(tokens, pointer)?;
            if BYTES.contains(&element.as_str()) || element.starts_with("__nv_fp8") {
                return None;
            }
            let evidence = self
                .multiplied_by_size(tokens, size, &element, pointer)
                .or_else(|| self.counted_elements(tokens, size, &element, pointer, launches))?;
            Some((element, evidence))
        });
        let Some((element, (evidence, label))) = found else { return };
        let Some(at) = self.written(size) else { return };
        let text = self.one_line(at);
        let message = format!(
            "`{name}` takes a number of bytes, but `{text}` is a number of elements of type `{element}`"
        );
        let needs_parentheses = size.iter().any(|token| {
            matches!(token.kind, T::Plus | T::Minus | T::Slash | T::Percent | T::Question | T::Shl)
        });
        let product = match needs_parentheses {
            true => format!("({text}) * sizeof({element})"),
            false => format!("{text} * sizeof({element})"),
        };
        let diagnostic = Diagnostic::new(codes::BYTES_EXPECTED, at, message)
            .label("too few bytes")
            .secondary(evidence, label)
            .fix(format!("write `{product}`"), Applicability::Maybe, at, product);
        self.report(diagnostic);
    }

    /// Whether an expression may be a number of elements: it names a variable, none of which is one of bytes.
    fn may_count_elements(&self, tokens: &[Token], size: &[Token]) -> bool {
        let mut n_names = 0;
        for (at, token) in size.iter().enumerate() {
            if token.kind == T::KwSizeof {
                return false;
            }
            if token.kind != T::Ident {
                continue;
            }
            n_names += 1;
            let text = self.text(token.name).to_lowercase();
            if ["byte", "pitch", "mem"].iter().any(|part| text.contains(part)) {
                return false;
            }
            let beside = [at.checked_sub(1).and_then(|at| size.get(at)), size.get(at + 1)];
            // Of `v.size()` neither name is that of a number.
            let is_of_call =
                beside.into_iter().flatten().any(|token| matches!(token.kind, T::Dot | T::Arrow));
            if !is_of_call
                && (is_changed(tokens, token.name) || is_made_of_sizes(tokens, token.name))
            {
                return false;
            }
        }
        n_names > 0
    }

    /// The type of the elements that a pointer of the function points to, where it is declared once.
    fn element_type(&self, tokens: &[Token], pointer: Name) -> Option<String> {
        let mut declared = tokens.windows(3).enumerate().filter_map(|(at, around)| {
            let [before, star, name] = around else { return None };
            let is_one = name.kind == T::Ident && name.name == pointer && star.kind == T::Star;
            let is_declared =
                may_declare(before.kind, star.kind, T::Semi) || before.kind == T::Comma;
            (is_one && is_declared).then_some(at + 1)
        });
        let (Some(star), None) = (declared.next(), declared.next()) else { return None };
        let is_start =
            |token: &Token| matches!(token.kind, T::Semi | T::LBrace | T::RBrace | T::LParen);
        let before = tokens.get(..star)?;
        let in_list = before.last().is_some_and(|token| token.kind == T::Comma);
        let start = before
            .iter()
            .rposition(|token| is_start(token) || (!in_list && token.kind == T::Comma));
        let ty = before.get(start.map_or(0, |start| start + 1)..)?;
        let end = ty.iter().position(|token| token.kind == T::Star).unwrap_or(ty.len());
        let words: Vec<&str> = ty
            .get(..end)?
            .iter()
            .filter(|token| !matches!(token.kind, T::KwConst | T::KwStatic))
            .map(|token| self.unit.sources.text(token.span))
            .collect();
        let is_name = ty.get(..end)?.iter().all(|token| {
            token.kind == T::ColonColon
                || token.kind == T::Ident
                || !token.kind.text().contains(|c: char| c.is_ascii_punctuation() && c != '_')
        });
        (is_name && !words.is_empty()).then(|| words.join(" ").replace(" :: ", "::"))
    }

    /// Where the same number is multiplied by the size of an element.
    fn multiplied_by_size(
        &self,
        tokens: &[Token],
        size: &[Token],
        element: &str,
        pointer: Name,
    ) -> Option<(Span, &'static str)> {
        let n = size.len();
        let is_edge = |token: Option<&Token>| {
            token.is_none_or(|token| {
                matches!(
                    token.kind,
                    T::Comma | T::LParen | T::RParen | T::Eq | T::LBrace | T::RBrace | T::Semi
                )
            })
        };
        let found = tokens.iter().enumerate().find_map(|(at, token)| {
            if token.kind != T::KwSizeof {
                return None;
            }
            let (of, close) = match tokens.get(at + 1)?.kind {
                T::LParen => {
                    let (arguments, close) = split_arguments(tokens, at + 1)?;
                    (arguments.first().copied()?, close)
                }
                _ => return None,
            };
            let is_element = match of {
                [star, name] => star.kind == T::Star && name.name == pointer,
                _ => {
                    let text: Vec<&str> =
                        of.iter().map(|token| self.unit.sources.text(token.span)).collect();
                    text.join(" ").replace(" :: ", "::") == element
                }
            };
            if !is_element {
                return None;
            }
            let before = at.checked_sub(n + 1).and_then(|start| {
                let is_product = tokens.get(at - 1)?.kind == T::Star
                    && self.are_same(tokens.get(start..at - 1)?, size)
                    && is_edge(start.checked_sub(1).and_then(|edge| tokens.get(edge)));
                is_product.then_some(start)
            });
            let behind = || {
                let start = close + 2;
                let is_product = tokens.get(close + 1)?.kind == T::Star
                    && self.are_same(tokens.get(start..start + n)?, size)
                    && is_edge(tokens.get(start + n));
                is_product.then_some(start)
            };
            let start = before.or_else(behind)?;
            tokens.get(start..start + n)
        })?;
        Some((self.written(found)?, "multiplied by `sizeof` here"))
    }

    /// Where the same number counts elements: a launch passes it with the pointer, or a container or an array has so many.
    fn counted_elements(
        &self,
        tokens: &[Token],
        size: &[Token],
        element: &str,
        pointer: Name,
        launches: &[Launch<'_>],
    ) -> Option<(Span, &'static str)> {
        if !WIDE.contains(&element) {
            return None;
        }
        let in_launch = launches.iter().find_map(|launch| {
            let has_pointer = launch.arguments.iter().any(
                |argument| matches!(argument, [name] if name.kind == T::Ident && name.name == pointer),
            );
            let number = launch.arguments.iter().find(|argument| self.are_same(argument, size))?;
            has_pointer.then(|| self.written(number)).flatten()
        });
        if let Some(at) = in_launch {
            return Some((at, "passed to the kernel as a number of elements"));
        }
        let of_container = tokens.iter().enumerate().find_map(|(at, token)| {
            let before = at.checked_sub(1).and_then(|at| tokens.get(at))?;
            let is_vector =
                token.kind == T::Ident && before.kind == T::Gt && self.is_container(tokens, at - 1);
            let (arguments, _) = split_arguments(tokens, at + 1).filter(|_| is_vector)?;
            let number = arguments.first().filter(|first| self.are_same(first, size))?;
            self.written(number)
        });
        Some((of_container?, "the number of elements of a container"))
    }

    /// Whether two expressions have the same tokens.
    fn are_same(&self, a: &[Token], b: &[Token]) -> bool {
        let text = |token: &Token| self.unit.sources.text(token.span);
        a.len() == b.len()
            && !a.is_empty()
            && std::iter::zip(a, b).all(|(a, b)| a.kind == b.kind && text(a) == text(b))
    }

    /// Where tokens are written in the file.
    pub(super) fn written(&self, tokens: &[Token]) -> Option<Span> {
        let sources = self.unit.sources;
        let (first, last) = (tokens.first()?, tokens.last()?);
        let lo = sources.resolve(first.span).lo;
        let length = last.span.hi.0.saturating_sub(last.span.lo.0);
        let hi = sources.resolve(Span { lo: last.span.lo, hi: last.span.lo }).lo.offset(length);
        let span = Span { lo, hi };
        let text = sources.text(span);
        // Of a macro's own tokens the call is shown.
        let is_whole = text.starts_with(sources.text(first.span))
            && text.ends_with(sources.text(last.span))
            && self.is_users_text(span);
        is_whole.then_some(span)
    }

    /// The host memory that an argument points to: its variable, and whether `data()` gives it.
    fn host_memory(&self, argument: &[Token], places: &Places) -> Option<(Token, Place)> {
        let (name, wanted): (&Token, fn(Place) -> bool) = match argument {
            [name, dot, data, open, close]
                if dot.kind == T::Dot
                    && data.kind == T::Ident
                    && self.text(data.name) == "data"
                    && open.kind == T::LParen
                    && close.kind == T::RParen =>
            {
                (name, |place| place == Place::Container)
            }
            [amp, name, open, _, close]
                if amp.kind == T::Amp && open.kind == T::LBracket && close.kind == T::RBracket =>
            {
                (name, |place| matches!(place, Place::Container | Place::Array))
            }
            [amp, name] if amp.kind == T::Amp => (name, |place| place == Place::Number),
            [name] => (name, |place| matches!(place, Place::Array | Place::Heap)),
            _ => return None,
        };
        let place = *places.get(&name.name).filter(|_| name.kind == T::Ident)?;
        wanted(place).then_some((*name, place))
    }

    /// Warns of pointers to host memory among the arguments of a launch.
    fn check_host_pointers(
        &mut self,
        launch: &Launch<'_>,
        places: &Places,
        calls: &[RuntimeCall<'_>],
    ) {
        for &argument in &launch.arguments {
            let Some((name, place)) = self.host_memory(argument, places) else { continue };
            let Some(at) = self.written(argument) else { continue };
            let text = self.one_line(at);
            let message = format!(
                "the launch of `{}` passes `{text}`, which points to memory of the host",
                self.text(launch.kernel.name)
            );
            let name = self.text(name.name);
            let label = match place {
                Place::Container => format!("the elements of `{name}` are in host memory"),
                Place::Heap => format!("`{name}` was allocated by the host"),
                _ => format!("`{name}` is a variable of the host"),
            };
            let diagnostic = Diagnostic::new(codes::HOST_POINTER, at, message).label(label).note(
                "a kernel reaches pageable memory of the host only on systems whose driver says so",
            );
            let diagnostic = match self.copy_on_device(argument, places, calls) {
                Some(copy) => diagnostic.fix(
                    format!("pass `{copy}`, its copy in memory of the device"),
                    Applicability::Maybe,
                    at,
                    copy,
                ),
                None => diagnostic.help(
                    "allocate memory of the device by `cudaMalloc`, copy to it by `cudaMemcpy`, and pass its pointer",
                ),
            };
            self.report(diagnostic);
        }
    }

    /// The one variable of device memory that host memory is copied to or from.
    fn copy_on_device(
        &self,
        argument: &[Token],
        places: &Places,
        calls: &[RuntimeCall<'_>],
    ) -> Option<String> {
        let mut copies: FxHashSet<Name> = FxHashSet::default();
        for call in calls.iter().filter(|call| self.is_copy(call)) {
            let [to, from, ..] = call.arguments[..] else { continue };
            for (one, other) in [(to, from), (from, to)] {
                if let [name] = one
                    && places.get(&name.name) == Some(&Place::Device)
                    && self.are_same(other, argument)
                {
                    copies.insert(name.name);
                }
            }
        }
        let mut copies = copies.into_iter();
        let first = copies.next()?;
        copies.next().is_none().then(|| self.text(first).to_owned())
    }

    fn is_copy(&self, call: &RuntimeCall<'_>) -> bool {
        matches!(self.text(call.name.name), "cudaMemcpy" | "cudaMemcpyAsync")
    }

    /// Whether an argument points to host memory; nothing where that is not known.
    fn is_on_host(&self, argument: &[Token], places: &Places) -> Option<bool> {
        if let Some((_, place)) = self.host_memory(argument, places) {
            return Some(place.is_host());
        }
        match argument {
            [name] if places.get(&name.name) == Some(&Place::Device) => Some(false),
            _ => None,
        }
    }

    /// Warns of a copy whose direction is not that of its pointers.
    fn check_direction(&mut self, call: &RuntimeCall<'_>, places: &Places) {
        if !self.is_copy(call) {
            return;
        }
        let [to, from, _, direction, ..] = call.arguments[..] else { return };
        let [said] = direction else { return };
        let (to_is_host, from_is_host) = match (said.kind == T::Ident).then(|| self.text(said.name))
        {
            Some("cudaMemcpyHostToDevice") => (false, true),
            Some("cudaMemcpyDeviceToHost") => (true, false),
            Some("cudaMemcpyDeviceToDevice") => (false, false),
            Some("cudaMemcpyHostToHost") => (true, true),
            _ => return,
        };
        let known = [self.is_on_host(to, places), self.is_on_host(from, places)];
        let [Some(to_host), Some(from_host)] = known else { return };
        if [to_host, from_host] == [to_is_host, from_is_host] {
            return;
        }
        let spans = [direction, to, from].map(|part| self.written(part));
        let [Some(at), Some(to_at), Some(from_at)] = spans else { return };
        let place = |is_host| if is_host { "host" } else { "device" };
        let word = |is_host| if is_host { "Host" } else { "Device" };
        let right = format!("cudaMemcpy{}To{}", word(from_host), word(to_host));
        let message = format!(
            "the copy says `{}`, but goes from memory of the {} to memory of the {}",
            self.text(said.name),
            place(from_host),
            place(to_host)
        );
        let mut diagnostic = Diagnostic::new(codes::COPY_DIRECTION, at, message)
            .secondary(to_at, format!("the destination is memory of the {}", place(to_host)))
            .fix(format!("write `{right}`"), Applicability::Maybe, at, right);
        if [to_host, from_host] == [from_is_host, to_is_host] {
            let [first, second] = [to_at, from_at].map(|span| self.unit.sources.text(span));
            let between = self.unit.sources.text(Span { lo: to_at.hi, hi: from_at.lo });
            let whole = Span { lo: to_at.lo, hi: from_at.hi };
            diagnostic = diagnostic.fix(
                "or exchange the pointers: the destination is the first argument",
                Applicability::Maybe,
                whole,
                format!("{second}{between}{first}"),
            );
        }
        self.report(diagnostic);
    }

    /// Warns of managed memory that host code reads or writes behind a launch that gets it, where nothing waits between.
    fn check_waits(&mut self, tokens: &[Token], places: &Places, kernels: &FxHashSet<Name>) {
        // The variables that kernels may still use: where the launch is, and how deep in blocks.
        let mut pending: FxHashMap<Name, (usize, usize, Token)> = FxHashMap::default();
        let mut depth = 0usize;
        let mut at = 0;
        while let Some(&token) = tokens.get(at) {
            if let Some(launch) = launch(tokens, at, kernels) {
                for argument in &launch.arguments {
                    if let [name] = argument
                        && places.get(&name.name) == Some(&Place::Managed)
                    {
                        pending.insert(name.name, (launch.close, depth, launch.kernel));
                    }
                }
                at = launch.close + 1;
                continue;
            }
            match token.kind {
                T::LBrace => depth += 1,
                T::RBrace => {
                    depth = depth.saturating_sub(1);
                    pending.retain(|_, (_, launched, _)| *launched <= depth);
                }
                T::KwElse | T::KwCase | T::KwDefault | T::KwGoto | T::KwCatch => {
                    pending.clear();
                }
                T::Ident => {
                    let behind = behind_template_arguments(tokens, at + 1);
                    let is_call = behind
                        .and_then(|behind| tokens.get(behind))
                        .is_some_and(|token| token.kind == T::LParen);
                    if is_call && !NOT_WAITING.contains(&self.text(token.name)) {
                        pending.clear();
                    }
                    if let Some(&(close, _, kernel)) = pending.get(&token.name)
                        && is_access(tokens, at)
                    {
                        pending.remove(&token.name);
                        self.report_missing_wait(tokens, token, close, kernel);
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    fn report_missing_wait(&mut self, tokens: &[Token], used: Token, close: usize, kernel: Token) {
        let Some(at) = self.written(&[used]) else { return };
        let Some(launched) = self.written(&[kernel]) else { return };
        let (name, kernel) = (self.text(used.name), self.text(kernel.name));
        let message = format!(
            "host code accesses the managed memory `{name}` while the kernel `{kernel}` may still use it"
        );
        let diagnostic = Diagnostic::new(codes::MISSING_WAIT, at, message)
            .label("nothing waits for the kernel before this")
            .secondary(launched, "launched here; a launch does not wait for the kernel");
        let help = "wait for the kernel behind its launch: `cudaDeviceSynchronize();`";
        let end = tokens.get(close + 1).filter(|token| token.kind == T::Semi);
        let end = end.and_then(|end| self.written(&[*end]));
        let diagnostic = match end {
            Some(end) => diagnostic.fix(
                help,
                Applicability::Maybe,
                Span { lo: end.hi, hi: end.hi },
                " cudaDeviceSynchronize();",
            ),
            None => diagnostic.help(help),
        };
        self.report(diagnostic);
    }
}

/// Whether host code reads or writes what a pointer points to.
fn is_access(tokens: &[Token], at: usize) -> bool {
    let before = |n: usize| at.checked_sub(n).and_then(|at| tokens.get(at)).map(|token| token.kind);
    let is_operand =
        |kind: Option<T>| matches!(kind, Some(T::Ident | T::RParen | T::RBracket | T::IntLit));
    // `sizeof` and `decltype` do not evaluate it.
    let is_type_of = |kind: Option<T>| matches!(kind, Some(T::KwSizeof | T::KwDecltype));
    if (1..=3).any(|n| is_type_of(before(n))) {
        return false;
    }
    match tokens.get(at + 1).map(|token| token.kind) {
        Some(T::LBracket | T::Arrow) => !matches!(before(1), Some(T::Amp)),
        _ => before(1) == Some(T::Star) && !is_operand(before(2)),
    }
}

/// The names that a statement declares behind the one at `at`, and whether each is an array.
fn more_declared(tokens: &[Token], at: usize) -> Vec<(Name, bool)> {
    let mut found = Vec::new();
    let mut depth = 0usize;
    let behind = tokens.get(at + 1..).unwrap_or_default();
    for (offset, token) in behind.iter().enumerate() {
        match token.kind {
            T::LParen | T::LBracket | T::LBrace => depth += 1,
            T::RParen | T::RBracket | T::RBrace => match depth.checked_sub(1) {
                Some(outer) => depth = outer,
                // A parameter.
                None => return Vec::new(),
            },
            T::Semi if depth == 0 => return found,
            T::Comma if depth == 0 => {
                if let Some([name, next]) = behind.get(offset + 1..offset + 3)
                    && name.kind == T::Ident
                    && matches!(
                        next.kind,
                        T::Comma | T::Semi | T::Eq | T::LParen | T::LBrace | T::LBracket
                    )
                {
                    found.push((name.name, next.kind == T::LBracket));
                }
            }
            _ => {}
        }
    }
    Vec::new()
}

/// Whether the initialiser of a variable has a `sizeof`.
fn is_made_of_sizes(tokens: &[Token], name: Name) -> bool {
    tokens.windows(2).enumerate().any(|(at, pair)| {
        let [token, next] = pair else { return false };
        let is_set = token.kind == T::Ident
            && token.name == name
            && matches!(next.kind, T::Eq | T::LParen | T::LBrace);
        let value = tokens.get(at + 2..).unwrap_or_default().iter();
        is_set
            && value
                .take_while(|token| token.kind != T::Semi)
                .any(|token| token.kind == T::KwSizeof)
    })
}

/// The variable whose address an argument is, maybe behind a cast.
fn address_of(argument: &[Token]) -> Option<Name> {
    let argument = match argument {
        [inner @ .., close] if close.kind == T::RParen => inner,
        _ => argument,
    };
    match argument {
        [.., amp, name] if amp.kind == T::Amp && name.kind == T::Ident => Some(name.name),
        _ => None,
    }
}

/// The launch of a kernel whose `<<<` begins at a token.
fn launch<'t>(tokens: &'t [Token], at: usize, kernels: &FxHashSet<Name>) -> Option<Launch<'t>> {
    let (_, kernel) = launch_at(tokens, at).filter(|(_, kernel)| kernels.contains(&kernel.name))?;
    let (_, open) = behind_launch(tokens, at + 2)?;
    let (arguments, close) = split_arguments(tokens, open)?;
    Some(Launch { kernel, arguments, close })
}

/// The arguments between the parentheses from `open` on, and where they end.
fn split_arguments(tokens: &[Token], open: usize) -> Option<(Vec<&[Token]>, usize)> {
    if tokens.get(open)?.kind != T::LParen {
        return None;
    }
    let mut arguments = Vec::new();
    let (mut depth, mut start) = (0usize, open + 1);
    for at in open..tokens.len() {
        match tokens.get(at)?.kind {
            T::LParen | T::LBracket | T::LBrace => depth += 1,
            T::RParen | T::RBracket | T::RBrace => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    if at > start || !arguments.is_empty() {
                        arguments.push(tokens.get(start..at)?);
                    }
                    return Some((arguments, at));
                }
            }
            T::Comma if depth == 1 => {
                arguments.push(tokens.get(start..at)?);
                start = at + 1;
            }
            T::Semi if depth == 1 => return None,
            _ => {}
        }
    }
    None
}
