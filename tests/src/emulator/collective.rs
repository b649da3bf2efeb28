//! Values that the lanes of a warp exchange: shuffles, votes, matches, reductions.

use super::access::{Update, updated};
use super::machine::{Cx, Lanes, lanes};
use super::mnemonic::Mnemonic;
use super::program::{Decoded, Gather, Op};
use super::report::FindingKind;
use super::syntax::Result;
use super::types::Ty;

/// An exchange.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Collective {
    Shuffle(Shuffle),
    Vote(Vote),
    /// Combines a value of all members.
    Reduce(Update, Ty),
    /// Which lanes have the same value.
    MatchAny,
    /// Whether all members have the same value.
    MatchAll,
    /// One of the members.
    Elect,
    /// Which lanes execute this.
    ActiveMask,
}

/// Which lane a shuffle reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shuffle {
    Up,
    Down,
    Butterfly,
    Index,
}

/// What a vote asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vote {
    All,
    Any,
    Uniform,
    Ballot,
}

const SHUFFLES: &[(&str, Shuffle)] = &[
    ("up", Shuffle::Up),
    ("down", Shuffle::Down),
    ("bfly", Shuffle::Butterfly),
    ("idx", Shuffle::Index),
];

const VOTES: &[(&str, Vote)] =
    &[("all", Vote::All), ("any", Vote::Any), ("uni", Vote::Uniform), ("ballot", Vote::Ballot)];

const REDUCTIONS: &[(&str, Update)] = &[
    ("add", Update::Add),
    ("min", Update::Min),
    ("max", Update::Max),
    ("and", Update::And),
    ("or", Update::Or),
    ("xor", Update::Xor),
];

pub fn read(m: &mut Mnemonic<'_>) -> Result<Option<Decoded>> {
    if m.base() == "activemask" {
        m.ty()?;
        return Ok(Some(Decoded::alone(Op::Collective(Collective::ActiveMask), 1)));
    }
    if !matches!(m.base(), "shfl" | "vote" | "redux" | "match" | "elect") {
        return Ok(None);
    }
    // The forms without `.sync` are gone from these targets.
    m.one_of(&[("sync", ())])?;
    let collective = match m.base() {
        "shfl" => Collective::Shuffle(m.one_of(SHUFFLES)?),
        "vote" => Collective::Vote(m.one_of(VOTES)?),
        "redux" => Collective::Reduce(m.one_of(REDUCTIONS)?, m.ty()?),
        "match" => m.one_of(&[("any", Collective::MatchAny), ("all", Collective::MatchAll)])?,
        _ => Collective::Elect,
    };
    if !matches!(collective, Collective::Elect | Collective::Reduce(..)) {
        m.ty()?;
    }
    let op = Op::Collective(collective);
    Ok(Some(Decoded { op, results: 1, gather: Gather::Members }))
}

impl Cx<'_, '_> {
    pub fn collective(&mut self, collective: &Collective) {
        let active = self.active;
        let src = self.inst.src.clone();
        match collective {
            Collective::Shuffle(mode) => self.shuffle(*mode),
            Collective::Vote(vote) => {
                let votes = self.fetch(src[0]);
                let ballot = lanes(active)
                    .filter(|&lane| votes[lane] == 1)
                    .fold(0, |mask, lane| mask | 1u32 << lane);
                let result = match vote {
                    Vote::All => u64::from(ballot == active),
                    Vote::Any => u64::from(ballot != 0),
                    Vote::Uniform => u64::from(ballot == active || ballot == 0),
                    Vote::Ballot => u64::from(ballot),
                };
                self.write(0, &[result; 32]);
            }
            Collective::Reduce(update, ty) => {
                let values = self.fetch(src[0]);
                let parts = lanes(active).map(|lane| values[lane] & ty.mask());
                let total = parts.reduce(|a, b| updated(*update, *ty, false, a, b, 0));
                self.write(0, &[total.unwrap_or(0); 32]);
            }
            Collective::MatchAny => {
                let values = self.fetch(src[0]);
                let equal = |lane: usize| {
                    lanes(active)
                        .filter(|&other| values[other] == values[lane])
                        .fold(0, |mask, other| mask | 1u64 << other)
                };
                self.write(0, &std::array::from_fn(equal));
            }
            Collective::MatchAll => {
                let values = self.fetch(src[0]);
                let first = values[active.trailing_zeros() as usize];
                let equal = lanes(active).all(|lane| values[lane] == first);
                self.write(0, &[if equal { u64::from(active) } else { 0 }; 32]);
                self.write(1, &[u64::from(equal); 32]);
            }
            Collective::Elect => {
                let leader = active.trailing_zeros();
                self.write(0, &[u64::from(leader); 32]);
                self.write(1, &std::array::from_fn(|lane| u64::from(lane as u32 == leader)));
            }
            Collective::ActiveMask => self.write(0, &[u64::from(active); 32]),
        }
    }

    /// The clamp operand has the last lane in its low bits, and above them a mask of the lane
    /// bits that a shuffle does not change.
    fn shuffle(&mut self, mode: Shuffle) {
        let src = self.inst.src.clone();
        let [values, by, clamp]: [Lanes; 3] = [0, 1, 2].map(|i| self.fetch(src[i]));
        let mut results = [0; 32];
        let mut holds = [0; 32];
        for lane in lanes(self.active) {
            let (b, c, segment) = (by[lane] & 31, clamp[lane] & 31, clamp[lane] >> 8 & 31);
            let own = lane as u64;
            let last = own & segment | c & !segment;
            let first = own & segment;
            let (source, inside) = match mode {
                // The clamp of `up` is a lower bound.
                Shuffle::Up => (own.wrapping_sub(b), own >= b && own - b >= last),
                Shuffle::Down => (own + b, own + b <= last),
                Shuffle::Butterfly => (own ^ b, own ^ b <= last),
                Shuffle::Index => {
                    let source = first | b & !segment;
                    (source, source <= last)
                }
            };
            let source = if inside { source as usize } else { lane };
            if self.active >> source & 1 == 0 {
                self.finding(FindingKind::UndefinedResult, lane, || {
                    format!("lane {lane} reads lane {source}, which takes no part")
                });
            }
            results[lane] = values[source];
            holds[lane] = u64::from(inside);
        }
        self.write(0, &results);
        self.write(1, &holds);
    }
}
