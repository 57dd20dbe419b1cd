//! `sweeplint schema`

use sweeplint_inferencex::validate::SCHEMAS;

use super::print;
use crate::error::CliError;

pub fn run(name: Option<&str>) -> Result<u8, CliError> {
    let Some(name) = name else {
        let names: String = SCHEMAS.iter().map(|schema| format!("{}\n", schema.name)).collect();
        return print(&names);
    };
    let schema = SCHEMAS.iter().find(|schema| schema.name == name);
    print(schema.ok_or_else(|| CliError::UnknownSchema(name.to_owned()))?.text)
}
