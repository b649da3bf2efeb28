//! Branches and loops that carry tiles.

use ir::{Builder, CmpPredicate, Overflow, Signedness, Type, Value};

use super::Drawing;

impl Drawing {
    pub(super) fn region(&mut self, b: &mut Builder<'_>, depth: usize) {
        let carried: Vec<Value> = (0..1 + self.random.below(2)).map(|_| self.any()).collect();
        match self.random.below(3) {
            0 => self.branch(b, &carried, depth),
            1 => self.count(b, &carried, depth),
            _ => self.repeat(b, &carried, depth),
        }
    }

    /// What a block hands on: values of these types, the last made if possible, and the token.
    fn handed_on(&mut self, b: &mut Builder<'_>, types: &[Type]) -> Vec<Value> {
        let mut values: Vec<Value> = types
            .iter()
            .map(|&ty| {
                let last = self.pool.iter().rev().find(|&&value| b.value_type(value) == ty);
                match last.copied() {
                    Some(value) => value,
                    None => self.of_type(b, ty),
                }
            })
            .collect();
        values.push(self.token);
        values
    }

    /// A comparison of the launch's number.
    fn condition(&mut self, b: &mut Builder<'_>) -> Value {
        let bound = b.const_i32(self.random.below(6) as i32);
        let predicate = self.random.pick(CmpPredicate::ALL);
        b.cmpi(self.number, bound, predicate, Signedness::Signed)
    }

    fn branch(&mut self, b: &mut Builder<'_>, carried: &[Value], depth: usize) {
        let types: Vec<Type> = carried.iter().map(|&value| b.value_type(value)).collect();
        let mut all = types.clone();
        all.push(b.types.token());
        let condition = self.condition(b);
        let (parts, outer) = (b.open_if(condition, &all), b.block());
        let (known, token) = (self.pool.len(), self.token);
        for block in [parts.then_block, parts.else_block] {
            b.switch_to(block);
            let length = self.random.below(4);
            self.statements(b, length, depth + 1);
            let values = self.handed_on(b, &types);
            b.yield_(values);
            self.pool.truncate(known);
            self.token = token;
        }
        b.switch_to(outer);
        self.take(&parts.results);
    }

    /// A loop that counts up to the launch's number.
    fn count(&mut self, b: &mut Builder<'_>, carried: &[Value], depth: usize) {
        let types: Vec<Type> = carried.iter().map(|&value| b.value_type(value)).collect();
        let inits: Vec<Value> = carried.iter().copied().chain([self.token]).collect();
        let (zero, one) = (b.const_i32(0), b.const_i32(1));
        let (parts, outer) = (b.open_for(zero, self.number, one, false, &inits), b.block());
        b.switch_to(parts.body);
        let known = self.pool.len();
        self.pool.push(parts.induction);
        self.take(&parts.carried);
        let length = 1 + self.random.below(4);
        self.statements(b, length, depth + 1);
        let values = self.handed_on(b, &types);
        b.continue_(values);
        self.pool.truncate(known);
        b.switch_to(outer);
        self.take(&parts.results);
    }

    /// A loop that is left from inside of a branch.
    fn repeat(&mut self, b: &mut Builder<'_>, carried: &[Value], depth: usize) {
        let types: Vec<Type> = carried.iter().map(|&value| b.value_type(value)).collect();
        let mut results = types.clone();
        results.push(b.types.token());
        let (zero, one) = (b.const_i32(0), b.const_i32(1));
        let inits: Vec<Value> = carried.iter().copied().chain([self.token, zero]).collect();
        let (parts, outer) = (b.open_loop(&inits, &results), b.block());
        b.switch_to(parts.body);
        let known = self.pool.len();
        let (&rounds, carried) = parts.carried.split_last().unwrap_or((&zero, &[]));
        self.take(carried);
        let length = 1 + self.random.below(3);
        self.statements(b, length, depth + 1);
        let next = b.addi(rounds, one, Overflow::None);
        let ends = b.cmpi(next, self.number, CmpPredicate::GreaterThanOrEqual, Signedness::Signed);
        let (branch, body) = (b.open_if(ends, &[]), b.block());
        let values = self.handed_on(b, &types);
        b.switch_to(branch.then_block);
        b.break_(values.iter().copied());
        b.switch_to(branch.else_block);
        b.yield_([]);
        b.switch_to(body);
        b.continue_(values.into_iter().chain([next]));
        self.pool.truncate(known);
        b.switch_to(outer);
        self.take(&parts.results);
    }

    /// Makes tiles visible, and takes the token behind them.
    fn take(&mut self, values: &[Value]) {
        if let Some((&token, tiles)) = values.split_last() {
            self.pool.extend(tiles);
            self.token = token;
        }
    }
}
