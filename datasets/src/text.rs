//! How files write numbers and tables, apart from what they mean.

pub(crate) mod csv_rows;
pub(crate) mod digits;
pub(crate) mod table_text;
pub(crate) mod toml_text;
pub(crate) mod utf16;
pub(crate) mod visible;
