//! Template arguments and the constants in them (Itanium C++ ABI 5.1.4.3, 5.1.6.1).
//!
//! As NVIDIA's compiler has it: all members of a class type argument are written out, and a pack
//! expansion among the arguments is encoded like its pattern.

use super::Mangler;
use super::encoding::Code;
use super::ty::template_param;
use crate::constexpr::arith::integer_parts;
use crate::constexpr::value::{Address, Member, Root, Step, Value};
use crate::entity::{ClassId, TemplateId};
use crate::scope::TemplateHead;
use crate::template::params::{ParameterKind, TemplateParameters};
use crate::ty::{Args, Param, TemplateArg, TemplateRef, Ty, TyKind};

impl Mangler<'_, '_> {
    pub fn template_args(&mut self, args: Args) -> Code {
        let args = self.cx.types.list(args).to_vec();
        let mut code = Code::text("I");
        for arg in &args {
            code.append(self.template_arg(arg));
        }
        code.push("E");
        code
    }

    /// The arguments of a template template parameter: what its own pack takes is a pack here.
    pub fn template_template_args(&mut self, param: Param, args: Args) -> Code {
        let args = self.cx.types.list(args).to_vec();
        let pack = self.pack_of_template_parameter(param);
        let mut code = Code::text("I");
        for (index, arg) in args.iter().enumerate() {
            if pack == Some(index) {
                code.push("J");
            }
            code.append(self.template_arg(arg));
        }
        if let Some(pack) = pack {
            code.push(if pack < args.len() { "E" } else { "JE" });
        }
        code.push("E");
        code
    }

    /// The position of the pack among the parameters of a template template parameter.
    fn pack_of_template_parameter(&mut self, param: Param) -> Option<usize> {
        let template: TemplateId = *self.templates.last()?;
        let params = &self.cx.entities[template].params;
        let parameter = params.list.get(usize::from(param.index))?;
        if parameter.kind != ParameterKind::Template {
            return None;
        }
        let head = TemplateHead::Param(parameter.decl);
        TemplateParameters::of(self.cx.ast, head).trailing_pack()
    }

    pub fn template_arg(&mut self, arg: &TemplateArg) -> Code {
        match arg {
            TemplateArg::Type(ty) | TemplateArg::Injected(ty, _) => self.ty(*ty),
            TemplateArg::Template(TemplateRef::Template(template)) => self.template_name(*template),
            TemplateArg::Template(TemplateRef::Param(param)) => self.component_param(*param),
            TemplateArg::Pack(inner) => {
                let mut code = Code::text("J");
                for arg in self.cx.types.list(*inner).to_vec() {
                    code.append(self.template_arg(&arg));
                }
                code.push("E");
                code
            }
            TemplateArg::Expansion(inner) => match &**inner {
                TemplateArg::Template(_) => {
                    let mut code = Code::text("Dp");
                    code.append(self.template_arg(inner));
                    code
                }
                _ => self.template_arg(inner),
            },
            TemplateArg::Value(..)
            | TemplateArg::Param(_)
            | TemplateArg::Expr(_)
            | TemplateArg::Pending(_)
            | TemplateArg::Error => {
                let expr = self.argument_expr(arg);
                if expr.is_literal() {
                    return expr;
                }
                let mut code = Code::text("X");
                code.append(expr);
                code.push("E");
                code
            }
        }
    }

    /// An argument that is a value, as an expression.
    pub fn argument_expr(&mut self, arg: &TemplateArg) -> Code {
        match arg {
            TemplateArg::Value(value, ty) => self.value(value, *ty),
            TemplateArg::Param(param) => template_param(*param),
            TemplateArg::Expr(expr) | TemplateArg::Pending(expr) => self.expr_ref(*expr),
            TemplateArg::Expansion(inner) => self.argument_expr(inner),
            TemplateArg::Type(ty) | TemplateArg::Injected(ty, _) => self.ty(*ty),
            TemplateArg::Template(_) | TemplateArg::Pack(_) | TemplateArg::Error => Code::default(),
        }
    }

    /// A constant of some type.
    pub fn value(&mut self, value: &Value, ty: Ty) -> Code {
        let ty = self.cx.types.strip_cv(ty);
        match value {
            Value::Indeterminate => self.literal(ty, "0"),
            Value::Int(int) => {
                let (is_negative, magnitude) = integer_parts(&self.cx.types, ty, *int);
                self.literal(ty, &format!("{}{magnitude}", if is_negative { "n" } else { "" }))
            }
            Value::Float(bits) => {
                let bits_wide = self.cx.types.float_of(ty).map_or(64, |kind| kind.bits());
                let digits = (bits_wide / 4) as usize;
                self.literal(ty, &format!("{bits:0digits$x}"))
            }
            Value::Address(address) => self.address(address, ty),
            Value::Aggregate(parts) => {
                let types = self.part_types(ty, parts.len());
                let mut code = Code::text("tl");
                code.append(self.ty(ty));
                for (part, ty) in parts.iter().zip(types) {
                    code.append(self.value(part, ty));
                }
                code.push("E");
                code
            }
            Value::Union(index, part) => {
                let mut code = Code::text("tl");
                code.append(self.ty(ty));
                if let Some(class) = self.cx.types.class_of(ty) {
                    let (index, part_ty, _) = self.cx.field_info(class, *index);
                    let field = self.cx.entities[class].fields.get(index as usize);
                    if let Some(name) = field.and_then(|field| field.name)
                        && index > 0
                    {
                        code.push("di");
                        code.append(self.source_name(self.cx.text(name)));
                    }
                    code.append(self.value(part, part_ty));
                }
                code.push("E");
                code
            }
            Value::MemberPointer(None) => self.literal(ty, "0"),
            Value::MemberPointer(Some(member)) => {
                let mut code = Code::text("adL_Z");
                match member {
                    Member::Function(function) => code.append(self.encoding(*function)),
                    Member::Field(class, index) => code.append(self.member(*class, *index)),
                }
                code.push("E");
                code
            }
        }
    }

    /// `L type value E`
    pub fn literal(&mut self, ty: Ty, value: &str) -> Code {
        let mut code = Code::text("L");
        code.append(self.ty(ty));
        // `nullptr` has no value but one.
        if ty != Ty::NULLPTR {
            code.push(value);
        }
        code.push("E");
        code
    }

    /// The name of a field, in the class that declares it.
    fn member(&mut self, class: ClassId, index: u32) -> Code {
        let name = self.cx.entities[class].fields.get(index as usize).and_then(|field| field.name);
        let class = self.cx.entities[class].ty;
        let mut code = Code::text("N");
        code.append(self.prefix_of_type(class));
        if let Some(name) = name {
            code.append(self.source_name(self.cx.text(name)));
        }
        code.push("E");
        code
    }

    fn part_types(&mut self, ty: Ty, count: usize) -> Vec<Ty> {
        match self.cx.types.kind(ty) {
            TyKind::Array(elem, _) => vec![*elem; count],
            _ => match self.cx.types.class_of(ty) {
                Some(class) => self.cx.subobject_types(class),
                None => Vec::new(),
            },
        }
    }

    fn address(&mut self, address: &Address, ty: Ty) -> Code {
        let designated = match address {
            Address::Null => return self.literal(ty, "0"),
            Address::Integer(value) => return self.literal(ty, &value.to_string()),
            Address::Function(function) => {
                let mut code = Code::text("L_Z");
                code.append(self.encoding(*function));
                code.push("E");
                code
            }
            Address::Object { root, path } => self.object(root, path),
        };
        if self.cx.types.is_ref(ty) {
            return designated;
        }
        let mut code = Code::text("ad");
        code.append(designated);
        code
    }

    /// An object with static storage or a part of one.
    fn object(&mut self, root: &Root, path: &[Step]) -> Code {
        let Root::Global(var) = root else { return Code::text("L_Z3strE") };
        let mut code = Code::text("L_Z");
        code.append(self.variable_name(*var));
        code.push("E");
        let mut ty = self.cx.var_type(*var);
        for step in path {
            ty = self.cx.types.strip_cv(ty);
            match step {
                Step::Element(index) => {
                    let mut element = Code::text("ix");
                    element.append(code);
                    element.append(self.literal(Ty::LONG, &index.to_string()));
                    code = element;
                    if let TyKind::Array(elem, _) = *self.cx.types.kind(ty) {
                        ty = elem;
                    }
                }
                // As if the object were the only element of an array ([basic.compound]/3).
                Step::Past => {
                    let mut past = Code::text("ix");
                    past.append(code);
                    past.append(self.literal(Ty::LONG, "1"));
                    code = past;
                }
                Step::Member(index) => {
                    let Some(class) = self.cx.types.class_of(ty) else { break };
                    let bases = self.cx.entities[class].bases.len();
                    let types = self.cx.subobject_types(class);
                    if let Some(part) = types.get(*index as usize) {
                        ty = *part;
                    }
                    // A base is not a step of the expression.
                    let Some(field) = (*index as usize).checked_sub(bases) else { continue };
                    let name =
                        self.cx.entities[class].fields.get(field).and_then(|field| field.name);
                    let mut member = Code::text("dt");
                    member.append(code);
                    if let Some(name) = name {
                        member.append(self.source_name(self.cx.text(name)));
                    }
                    code = member;
                }
            }
        }
        code
    }
}
