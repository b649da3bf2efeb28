//! Calls of functions that a tile library has: an op with two tokens, the arguments, and a zero for each result.
//!
//! Libraries know truth values as bytes. The order of memory goes through both tokens: all accesses before the call, and
//! all behind it.

use ir::{CmpPredicate, ConstArg, Elem, Scalar, Signedness, Type, Value};
use lang::base::Span;

use super::call::Argument;
use super::layout::LeafType;
use super::storage::{Leaf, Leaves};
use super::{Low, Lowerer, Stop};
use crate::constexpr::value;
use crate::entity::{FunctionId, Owner};
use crate::ty::TemplateArg;
use crate::typed::ExprId;

impl Lowerer<'_, '_> {
    /// The leaves of the result.
    pub(super) fn library_call(
        &mut self,
        callee: FunctionId,
        arguments: &[ExprId],
        expr: ExprId,
    ) -> Low<Leaves> {
        let span = self.cx.typed.exprs[expr].span;
        if self.cx.entities[callee].template.is_some() && !self.cx.check_foreign(callee) {
            return Err(Stop::Reported);
        }
        let values = self.arguments(arguments)?;
        let mut passed = Vec::new();
        for (value, &argument) in values.into_iter().zip(arguments) {
            let (ty, is_address) = {
                let node = &self.cx.typed.exprs[argument];
                (node.ty, node.category.is_glvalue())
            };
            let leaves = match value {
                Argument::Value(leaves) => leaves,
                Argument::Object(place) => self.read_place(&place, ty, span)?,
            };
            let types: Vec<Type> = if is_address {
                let pointee = self.value_type(ty, span)?;
                let pointee = self.library_type(pointee);
                match self.types.elem(pointee) {
                    Some(Elem::Scalar(scalar)) => vec![self.types.ptr(scalar)],
                    Some(Elem::Ptr(_) | Elem::MultimemPtr(..)) | None => {
                        vec![self.types.ptr(Scalar::I64)]
                    }
                }
            } else {
                self.layout(ty, span)?.leaves.iter().map(|leaf| leaf.ir).collect()
            };
            for (leaf, ty) in leaves.iter().zip(types) {
                let value = self.leaf_value(leaf, ty, span)?;
                passed.push(self.passed_to_library(value));
            }
        }
        let result = self.cx.typed.exprs[expr].ty;
        let results: Vec<LeafType> = match self.cx.types.is_void(result) {
            true => Vec::new(),
            false => self.layout(result, span)?.leaves.to_vec(),
        };
        let token = match self.token() {
            Some(token) => token,
            None => self.ins().make_token(),
        };
        let mut operands = vec![token, token];
        operands.extend(passed);
        let of_token = self.types.token();
        let mut types = vec![of_token, of_token];
        for leaf in &results {
            let ty = self.library_type(leaf.ir);
            operands.push(self.zero_value(ty));
            types.push(ty);
        }
        let callee_name = self.library_name(callee);
        let const_args = self.const_args(callee, span)?;
        self.span = self.user_span(span);
        let made = self.ins().preview_call(operands, callee_name.into(), const_args, &types);
        let token = self.ins().join_tokens([made[0], made[1]]);
        self.set_token(token);
        let values: Vec<Value> = made[2..].to_vec();
        Ok(values
            .into_iter()
            .zip(&results)
            .map(|(value, leaf)| Leaf::Value(self.result_of_library(value, leaf.ir)))
            .collect())
    }

    /// The type that a library has for values of a type of ours.
    fn library_type(&mut self, ty: Type) -> Type {
        match self.types.elem(ty) {
            Some(Elem::Scalar(Scalar::I1)) => self.types.with_elem(ty, Scalar::I8).unwrap_or(ty),
            _ => ty,
        }
    }

    fn passed_to_library(&mut self, value: Value) -> Value {
        let from = self.function.value_type(value);
        let to = self.library_type(from);
        if from == to { value } else { self.ins().exti(value, Signedness::Unsigned, to) }
    }

    fn result_of_library(&mut self, value: Value, to: Type) -> Value {
        let from = self.function.value_type(value);
        if from == to {
            return value;
        }
        let zero = self.zero_value(from);
        self.ins().cmpi(value, zero, CmpPredicate::NotEqual, Signedness::Unsigned)
    }

    /// The name that the declaration gives, else that of the source with its namespaces.
    fn library_name(&self, callee: FunctionId) -> String {
        let function = &self.cx.entities[callee];
        match function.foreign.as_ref().and_then(|foreign| foreign.name.as_deref()) {
            Some(name) => name.to_owned(),
            None => {
                let name = self.cx.show_name(function.name);
                match function.owner {
                    Owner::Namespace(namespace) => match self.cx.show_namespace(namespace) {
                        around if around.is_empty() => name,
                        around => format!("{around}::{name}"),
                    },
                    Owner::Class(_) | Owner::Function => name,
                }
            }
        }
    }

    fn const_args(&mut self, callee: FunctionId, span: Span) -> Low<Vec<ConstArg>> {
        let Some((_, args)) = self.cx.entities[callee].template else { return Ok(Vec::new()) };
        let args = self.cx.types.list(args).to_vec();
        let mut made = Vec::with_capacity(args.len());
        for arg in args {
            made.push(match arg {
                TemplateArg::Type(ty) => match self.elem_type(ty) {
                    Some(Elem::Scalar(Scalar::I1)) => ConstArg::Type(Elem::Scalar(Scalar::I8)),
                    Some(elem) => ConstArg::Type(elem),
                    None => {
                        return self.bug(span, "a template argument that a library does not have");
                    }
                },
                TemplateArg::Value(value, _) => match text_of(&value) {
                    Some(text) => ConstArg::Text(text.into()),
                    None => ConstArg::Int(value.as_int().unwrap_or_default() as i64),
                },
                _ => return self.bug(span, "a template argument that a library does not have"),
            });
        }
        Ok(made)
    }
}

/// The text of an object with an array of characters that ends in zero.
fn text_of(value: &value::Value) -> Option<String> {
    let value::Value::Aggregate(members) = value else { return None };
    let [value::Value::Aggregate(units)] = &members[..] else { return None };
    let bytes: Vec<u8> = units
        .iter()
        .map_while(|unit| unit.as_int().map(|unit| unit as u8))
        .take_while(|&unit| unit != 0)
        .collect();
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
