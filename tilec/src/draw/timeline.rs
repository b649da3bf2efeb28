//! The work of the parts of a CTA over time, in its first tile block, as the cost model predicts it.

use std::fmt::Write;

use backend_ptx::cost::model::KernelModel;
use backend_ptx::cost::timeline::{Prediction, Resource};
use backend_ptx::cost::trace::{TraceEvent, Track};

use super::svg::{Anchor, Fill, Size, char_width};
use super::{Picture, TOP, counted};

/// Pixels of the whole time, and of the iterations that are one event.
const WIDTH: f64 = 640.0;
const FOLDED_WIDTH: f64 = 90.0;
const LEFT: f64 = 100.0;
const ROW: f64 = 24.0;
const GAP: f64 = 12.0;

const TRACKS: [Track; 3] = [Track::Producer, Track::TensorCores, Track::Threads];

/// The picture of a launch.
pub fn draw(
    kernel: &str,
    model: &KernelModel,
    prediction: &Prediction,
    events: &[TraceEvent],
) -> Picture {
    let title = format!("{kernel}: one CTA over time");
    let mut picture = Picture::new(title, description(model, prediction, events));
    let scale = Scale::of(events);
    let canvas = &mut picture.canvas;
    let mut y = TOP;
    for (number, track) in TRACKS.into_iter().enumerate() {
        let rows = rows(events, track);
        if rows.is_empty() {
            continue;
        }
        canvas.text((LEFT - 8.0, y + 16.0), Anchor::End, Size::Normal, track.name());
        for row in rows {
            for event in row {
                let (from, to) = (scale.at(event.start), scale.at(event.end));
                let fill = match track {
                    Track::TensorCores => Fill::Hot,
                    Track::Producer | Track::Threads => Fill::Color(number),
                };
                canvas.rect([LEFT + from, y, to - from, ROW], fill);
                let fits = |text: &String| {
                    text.chars().count() as f64 * char_width(Size::Small) < to - from
                };
                if let Some(text) = labels(event).into_iter().find(fits) {
                    let middle = LEFT + f64::midpoint(from, to);
                    canvas.text((middle, y + 15.0), Anchor::Middle, Size::Small, &text);
                }
            }
            y += ROW + 2.0;
        }
        y += GAP;
    }
    canvas.line(&[(LEFT, y), (LEFT + scale.width(), y)], false);
    for (at, mark) in scale.marks() {
        let x = LEFT + at;
        canvas.line(&[(x, y), (x, y + 4.0)], false);
        canvas.text((x, y + 15.0), Anchor::Middle, Size::Small, &mark);
    }
    let below = (LEFT, y + 34.0);
    let legend = "clocks since the CTA began; a number is that of an iteration of the loop";
    canvas.text(below, Anchor::Start, Size::Normal, legend);
    picture.text = text(events);
    picture
}

/// Names of an event, the longest first.
fn labels(event: &TraceEvent) -> Vec<String> {
    let word = event.what.split(' ').next().unwrap_or_default().to_owned();
    match (event.iterations, event.what.rsplit_once(' ')) {
        (Some(count), _) => vec![format!("... {count} more"), "...".to_owned()],
        (None, Some((_, number))) if number.parse::<u64>().is_ok() => vec![number.to_owned()],
        (None, _) => vec![event.what.clone(), word],
    }
}

/// Events in rows, so that none of a row overlap.
fn rows(events: &[TraceEvent], track: Track) -> Vec<Vec<&TraceEvent>> {
    let mut rows: Vec<Vec<&TraceEvent>> = Vec::new();
    for event in events.iter().filter(|event| event.track == track) {
        let is_free = |row: &&mut Vec<&TraceEvent>| {
            row.last().is_none_or(|last| last.end <= event.start + 0.5)
        };
        match rows.iter_mut().find(is_free) {
            Some(row) => row.push(event),
            None => rows.push(vec![event]),
        }
    }
    rows
}

/// Pixels of a time: iterations that are one event are drawn short.
struct Scale {
    /// Times and their pixels, ascending.
    points: Vec<(f64, f64)>,
}

impl Scale {
    fn of(events: &[TraceEvent]) -> Scale {
        let end = events.iter().map(|event| event.end).fold(1.0, f64::max);
        // The producer is ahead of the others, so that its iterations end earlier.
        let is_folded = |event: &&TraceEvent| event.iterations.is_some();
        let mut folded: Vec<&TraceEvent> = events.iter().filter(is_folded).collect();
        if folded.iter().any(|event| event.track != Track::Producer) {
            folded.retain(|event| event.track != Track::Producer);
        }
        let mut rests: Vec<(f64, f64)> =
            folded.into_iter().map(|event| (event.start, event.end)).collect();
        rests.dedup();
        let hidden: f64 = rests.iter().map(|(start, end)| end - start).sum();
        let per_clock =
            (WIDTH - FOLDED_WIDTH * rests.len() as f64).max(FOLDED_WIDTH) / (end - hidden).max(1.0);
        let mut points = vec![(0.0, 0.0)];
        let mut add = |until: f64, rest: bool| {
            let &(time, at) = points.last().unwrap_or(&(0.0, 0.0));
            let width = if rest { FOLDED_WIDTH } else { (until - time).max(0.0) * per_clock };
            points.push((until, at + width));
        };
        for (start, end) in rests {
            add(start, false);
            add(end, true);
        }
        add(end, false);
        Scale { points }
    }

    fn at(&self, time: f64) -> f64 {
        let pieces = self.points.windows(2);
        let piece =
            pieces.into_iter().find(|piece| time <= piece[1].0).or(self.points.windows(2).last());
        let Some(&[(t0, x0), (t1, x1)]) = piece else { return 0.0 };
        x0 + (x1 - x0) * ((time - t0) / (t1 - t0).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0)
    }

    fn width(&self) -> f64 {
        self.points.last().map_or(0.0, |&(_, at)| at)
    }

    /// Pixels and texts of times that are written below: those of the ends of pieces, as far as the texts have room.
    fn marks(&self) -> Vec<(f64, String)> {
        let mut marks: Vec<(f64, String)> = Vec::new();
        let half = |text: &str| text.chars().count() as f64 * char_width(Size::Small) / 2.0;
        // The end of all is the mark that matters most, then those from left to right.
        let (inner, last) = self.points.split_at(self.points.len().saturating_sub(1));
        for &(time, at) in last.iter().chain(inner) {
            let text = format!("{time:.0}");
            let has_room = |(other, there): &(f64, String)| {
                (at - other).abs() > half(&text) + half(there) + 2.0
            };
            if marks.iter().all(has_room) {
                marks.push((at, text));
            }
        }
        marks.sort_by(|a, b| a.0.total_cmp(&b.0));
        marks
    }
}

fn description(model: &KernelModel, prediction: &Prediction, events: &[TraceEvent]) -> String {
    let cta = &model.cta;
    let warps = counted(u64::from(cta.consumer_warps), "warp");
    let stages = counted(u64::from(cta.stages), "stage");
    let feed = match (cta.stages, cta.producer_warps) {
        (0, _) => "No pipeline feeds the computation.".to_owned(),
        (_, 0) => format!("The same warps copy tiles ahead, to {stages} of shared memory."),
        (_, _) => format!("A producer copies tiles ahead, to {stages} of shared memory."),
    };
    let clocks = events.iter().map(|event| event.end).fold(0.0, f64::max);
    let clocks = counted(clocks.round() as u64, "clock");
    let limit = match prediction.bound {
        Resource::Launch => "the launch overhead",
        bound => bound.name(),
    };
    format!(
        "The cost model predicts {clocks} for the first tile block of a CTA, which computes with {warps}. {feed} The launch is \
         limited by {limit}."
    )
}

fn text(events: &[TraceEvent]) -> String {
    let mut text = format!("{:>9} {:>9}  {:14}what\n", "from", "to", "part");
    for event in events {
        let (start, end, track) = (event.start, event.end, event.track.name());
        let _ = writeln!(text, "{start:>9.0} {end:>9.0}  {track:14}{}", event.what);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_have_room_for_their_texts() {
        let event = |start: f64, end: f64, iterations| TraceEvent {
            track: Track::Threads,
            what: String::new(),
            start,
            end,
            iterations,
        };
        // Six folded loops, one after the other, with little between them.
        let events: Vec<TraceEvent> = (0..6)
            .map(|at| f64::from(at) * 10_010.0)
            .flat_map(|at| [event(at, at + 10.0, None), event(at + 10.0, at + 10_010.0, Some(7))])
            .collect();
        let scale = Scale::of(&events);
        let marks = scale.marks();
        for pair in marks.windows(2) {
            let texts = (pair[0].1.len() + pair[1].1.len()) as f64 * char_width(Size::Small);
            assert!(pair[1].0 - pair[0].0 > texts / 2.0, "{marks:?}");
        }
        assert_eq!(marks.last(), Some(&(scale.width(), "60060".to_owned())));
        assert!(marks.len() > 2, "{marks:?}");
    }
}
