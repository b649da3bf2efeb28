//! The order of execution: lanes within a warp, warps of a cluster, clusters of the grid.
//!
//! Lanes that are at the same instruction form a group and execute together. Of several groups the
//! one furthest behind goes first, so that they meet again; an instruction that needs more lanes
//! than its group has waits for the others. When a slice of instructions is over, the group ahead
//! gets the next one, so that lanes that spin do not starve the lanes that they wait for. A launch may
//! name a warp that is starved: a program that relies on it without waiting for it is reported.
//! Nothing is
//! random: equal launches give equal reports.

use std::collections::{BTreeMap, VecDeque};

use super::barrier::{ClusterBarrier, CtaBarrier};
use super::machine::{Cluster, Cta, Cx, Fences, Group, Run, State, Step, Warp, lanes};
use super::memory::Region;
use super::program::{Gather, Inst, Op, Program, Src};
use super::proxy::Unfenced;
use super::race::Clocks;
use super::report::FindingKind;
use super::tensor_memory::{self, TensorMemory};

/// Instructions of a warp before another one's turn.
const WARP_SLICE: u64 = 4096;
/// Instructions of a cluster before another one may start beside it.
const CLUSTER_SLICE: u64 = 1 << 16;
/// The same where an SM has room for several: short ones meet there too.
const SHARED_SLICE: u64 = 1 << 12;

/// Runs all clusters of a grid, in order; those that take long run beside later ones.
pub fn run_grid(run: &mut Run<'_>, step_limit: u64) {
    let size = run.program.cluster;
    let clusters = [0, 1, 2].map(|dim| run.grid[dim] / size[dim]);
    let mut ids = (0..clusters[2])
        .flat_map(|z| (0..clusters[1]).flat_map(move |y| (0..clusters[0]).map(move |x| [x, y, z])));
    let slice = if run.program.per_sm > 1 { SHARED_SLICE } else { CLUSTER_SLICE };
    let mut running: VecDeque<Cluster> = VecDeque::new();
    while !run.stopped {
        let fresh = ids.next().map(|id| new_cluster(run, id));
        let Some(mut cluster) = fresh.or_else(|| running.pop_front()) else { return };
        if !run_cluster(run, &mut cluster, slice.min(step_limit)) {
            running.push_back(cluster);
        }
        if run.steps > step_limit {
            run.stopped = true;
            for cluster in &running {
                report_hang(run, cluster);
            }
            return;
        }
    }
}

fn new_cluster(run: &Run<'_>, id: [u32; 3]) -> Cluster {
    let program = run.program;
    let [width, height, depth] = program.cluster;
    let threads: u32 = program.threads.iter().product();
    let mut ctas = Vec::new();
    for z in 0..depth {
        for y in 0..height {
            for x in 0..width {
                let id = [id[0] * width + x, id[1] * height + y, id[2] * depth + z];
                ctas.push(new_cta(run, id, threads));
            }
        }
    }
    let barrier = ClusterBarrier::new(ctas.len(), threads as usize);
    Cluster { id, ctas, barrier }
}

fn new_cta(run: &Run<'_>, id: [u32; 3], threads: u32) -> Cta {
    let program: &Program = run.program;
    let number = (id[2] * run.grid[1] + id[1]) * run.grid[0] + id[0];
    let warp = |first: u32| {
        let count = (threads - first).min(32);
        Warp::new(program, if count == 32 { u32::MAX } else { (1 << count) - 1 })
    };
    // Those of loads and stores of tensor memory, and of products there, come after the threads.
    let uses_tensor_memory = program.insts.iter().any(|inst| matches!(inst.op, Op::Tcgen05(_)));
    let agents = if uses_tensor_memory { 3 } else { 1 };
    Cta {
        number,
        id,
        shared: Region::unwritten(program.shared_bytes as usize),
        locals: vec![Region::unwritten(program.local_bytes as usize); threads as usize],
        warps: (0..threads).step_by(32).map(warp).collect(),
        barriers: std::array::from_fn(|_| CtaBarrier::default()),
        mbarriers: BTreeMap::new(),
        tensor_memory: TensorMemory::default(),
        clocks: Clocks::new(number, agents * threads.next_multiple_of(32) as usize),
        fences: vec![Fences::default(); threads as usize],
        unfenced: Unfenced::default(),
    }
}

/// Runs a cluster until it is done or its slice is over; returns whether it is done.
fn run_cluster(run: &mut Run<'_>, cluster: &mut Cluster, slice: u64) -> bool {
    let end = run.steps + slice;
    let mut late = false;
    loop {
        let before = run.steps;
        for starved in [false, true] {
            if starved && (run.starved.is_none() || run.steps > before) {
                break;
            }
            for rank in 0..cluster.ctas.len() {
                for warp in 0..cluster.ctas[rank].warps.len() {
                    if (run.starved == Some(warp)) != starved {
                        continue;
                    }
                    run_warp(run, cluster, rank, warp, late);
                    if run.stopped {
                        return true;
                    }
                }
            }
        }
        late = !late;
        if cluster.ctas.iter().all(Cta::is_done) {
            tensor_memory::report_leaks(run, cluster);
            return true;
        }
        if run.steps == before {
            report_deadlock(run, cluster);
            run.stopped = true;
            return true;
        }
        if run.steps >= end {
            return false;
        }
    }
}

/// Runs a warp until all its lanes wait or its slice is over.
fn run_warp(run: &mut Run<'_>, cluster: &mut Cluster, rank: usize, warp: usize, mut late: bool) {
    for group in &mut cluster.ctas[rank].warps[warp].groups {
        if group.state == State::Polling {
            group.state = State::Ready;
        }
    }
    let end = run.steps + WARP_SLICE;
    while run.steps < end && !run.stopped {
        let this = &mut cluster.ctas[rank].warps[warp];
        let Some(index) = pick(this, late) else { return };
        // Once ahead, a group stays so for this slice or until it meets the others.
        late = late && this.groups.len() > 1;
        step(run, cluster, rank, warp, index);
    }
}

/// Joins groups that are at the same place and chooses one that can run.
fn pick(warp: &mut Warp, late: bool) -> Option<usize> {
    let groups = &mut warp.groups;
    if groups.len() > 1 {
        groups.sort_by_key(|group| (group.pc, matches!(group.state, State::Blocked(_))));
        groups.dedup_by(|next, group| {
            let waits = |group: &Group| matches!(group.state, State::Blocked(_));
            let same = next.pc == group.pc && !waits(next) && !waits(group);
            if same {
                group.lanes |= next.lanes;
                group.state = State::Ready;
            }
            same
        });
    }
    let ready = |group: &Group| group.state == State::Ready;
    if late { groups.iter().rposition(ready) } else { groups.iter().position(ready) }
}

/// Executes one instruction for one group.
fn step(run: &mut Run<'_>, cluster: &mut Cluster, rank: usize, warp: usize, index: usize) {
    let program = run.program;
    let this = &mut cluster.ctas[rank].warps[warp];
    let Group { pc, lanes: all, .. } = this.groups[index];
    run.steps += 1;
    let Some(inst) = program.insts.get(pc) else {
        // The end of the body.
        exit(this, index, all);
        return;
    };
    let mut cx = Cx { run, cluster, rank, warp, active: all, inst };
    if let Some((predicate, negated)) = inst.guard {
        let holds = cx.fetch(Src::Reg(predicate));
        cx.active = lanes(all)
            .filter(|&lane| (holds[lane] == 1) != negated)
            .fold(0, |mask, lane| mask | 1 << lane);
    }
    let active = cx.active;
    if active == 0 {
        cx.this_warp().groups[index].pc += 1;
        return;
    }
    if inst.gather != Gather::Alone && !is_complete(&mut cx, inst) {
        let this = cx.this_warp();
        this.groups[index] = Group { pc, lanes: active, state: State::Gathering };
        if active != all {
            let lanes = all & !active;
            this.groups.push(Group { pc: pc + 1, lanes, state: State::Ready });
        }
        // Not an instruction executed: a warp whose lanes wait for each other makes no progress.
        run.steps -= 1;
        return;
    }
    let outcome = cx.execute();
    let this = cx.this_warp();
    match outcome {
        Step::Next => this.groups[index].pc += 1,
        Step::Again | Step::Block(_) => {
            let state = match outcome {
                Step::Block(barrier) => State::Blocked(barrier),
                _ => State::Polling,
            };
            this.groups[index] = Group { pc, lanes: active, state };
            if active != all {
                let lanes = all & !active;
                this.groups.push(Group { pc: pc + 1, lanes, state: State::Ready });
            }
            // To look again is not progress, to arrive is.
            if outcome == Step::Again {
                run.steps -= 1;
            }
        }
        Step::Branch(target) => {
            this.groups[index].pc = target;
            if active != all {
                this.groups[index].lanes = active;
                let lanes = all & !active;
                this.groups.push(Group { pc: pc + 1, lanes, state: State::Ready });
            }
        }
        Step::Exit => {
            this.groups[index].pc += 1;
            exit(this, index, active);
        }
    }
}

/// Takes lanes out of a group.
fn exit(warp: &mut Warp, index: usize, leaving: u32) {
    warp.exited |= leaving;
    warp.groups[index].lanes &= !leaving;
    if warp.groups[index].lanes == 0 {
        warp.groups.remove(index);
    }
    // Lanes that waited for the exited lanes go on.
    for group in &mut warp.groups {
        if group.state == State::Gathering {
            group.state = State::Ready;
        }
    }
}

/// Whether all lanes that must execute an instruction together are here.
fn is_complete(cx: &mut Cx<'_, '_>, inst: &'_ Inst) -> bool {
    let active = cx.active;
    let first = active.trailing_zeros() as usize;
    let (exists, exited) = (cx.this_warp().lanes, cx.this_warp().exited);
    let members = match inst.gather {
        Gather::Alone => return true,
        Gather::Warp => exists,
        Gather::Members => {
            let Some(&src) = inst.src.last() else { return true };
            let masks = cx.fetch(src);
            let mask = masks[first] as u32;
            if let Some(lane) = lanes(active).find(|&lane| masks[lane] as u32 != mask) {
                cx.finding(FindingKind::Divergence, lane, || {
                    format!("lanes {first} and {lane} name different members")
                });
            }
            if active & !mask != 0 {
                let lane = (active & !mask).trailing_zeros() as usize;
                cx.finding(FindingKind::Divergence, lane, || {
                    format!("lane {lane} is not among the members {mask:#x}")
                });
            }
            mask & exists
        }
    };
    let missing = members & !active;
    if missing & !exited != 0 {
        return false;
    }
    if missing != 0 {
        cx.finding(FindingKind::Divergence, first, || {
            format!("the lanes {missing:#x} have left the kernel")
        });
    }
    true
}

fn report_deadlock(run: &mut Run<'_>, cluster: &Cluster) {
    for cta in &cluster.ctas {
        for (number, warp) in cta.warps.iter().enumerate() {
            for group in &warp.groups {
                let Some(inst) = run.program.insts.get(group.pc) else { continue };
                let thread = 32 * number as u32 + group.lanes.trailing_zeros();
                let others = warp.lanes & !group.lanes;
                let (kind, detail) = match group.state {
                    State::Gathering => {
                        let places = elsewhere(run.program, warp, group);
                        (
                            FindingKind::Divergence,
                            format!("waits for other lanes of its warp; of {others:#x} {places}"),
                        )
                    }
                    State::Blocked(barrier) => {
                        let state = cta.barriers[barrier].describe();
                        let state = state.map_or(String::new(), |(_, text)| text);
                        let gone = cta.warps.iter().map(|warp| warp.exited.count_ones());
                        let gone: u32 = gone.sum();
                        (
                            FindingKind::Deadlock,
                            format!("barrier {barrier}: {state}, {gone} have left the kernel"),
                        )
                    }
                    State::Ready | State::Polling => {
                        (FindingKind::Deadlock, "what it waits for does not happen".into())
                    }
                };
                run.finding(kind, inst.line, cta.id, thread, || detail);
            }
        }
    }
}

/// Where the other lanes of a warp are.
fn elsewhere(program: &Program, warp: &Warp, group: &Group) -> String {
    let others = warp.groups.iter().filter(|other| other.lanes != group.lanes);
    let mut places: Vec<String> = others
        .filter_map(|other| {
            let line = program.insts.get(other.pc)?.line;
            Some(format!("{:#x} are at line {line}", other.lanes))
        })
        .collect();
    if warp.exited != 0 {
        places.push(format!("{:#x} have left the kernel", warp.exited));
    }
    places.join(", ")
}

fn report_hang(run: &mut Run<'_>, cluster: &Cluster) {
    for cta in &cluster.ctas {
        for (number, warp) in cta.warps.iter().enumerate() {
            for group in &warp.groups {
                let Some(inst) = run.program.insts.get(group.pc) else { continue };
                let thread = 32 * number as u32 + group.lanes.trailing_zeros();
                let what = match inst.op {
                    Op::Branch(_) => "loops",
                    _ => "is still running",
                };
                run.finding(FindingKind::Hang, inst.line, cta.id, thread, || {
                    format!("the thread {what} when the step limit is reached")
                });
            }
        }
    }
}
