//! Columns of a Parquet file, written one after another in the order of its schema.

use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::writer::SerializedRowGroupWriter;

/// Writes the columns of some rows.
pub(crate) struct Columns<'c, 'g, T> {
    pub group: &'c mut SerializedRowGroupWriter<'g, Vec<u8>>,
    pub rows: &'c [T],
}

impl<T> Columns<'_, '_, T> {
    /// Text that is always there.
    pub fn texts(&mut self, value: impl Fn(&T) -> &str) -> Result<()> {
        let values: Vec<ByteArray> = self.rows.iter().map(|row| ByteArray::from(value(row))).collect();
        self.write::<ByteArrayType>(&values, None, None)
    }

    /// Whole numbers that are always there.
    pub fn ints(&mut self, value: impl Fn(&T) -> u64) -> Result<()> {
        let values: Vec<i64> = self.rows.iter().map(|row| value(row) as i64).collect();
        self.write::<Int64Type>(&values, None, None)
    }

    /// Numbers that are always there.
    pub fn reals(&mut self, value: impl Fn(&T) -> f64) -> Result<()> {
        let values: Vec<f64> = self.rows.iter().map(value).collect();
        self.write::<DoubleType>(&values, None, None)
    }

    /// Numbers that may be missing.
    pub fn optional_reals(&mut self, value: impl Fn(&T) -> Option<f64>) -> Result<()> {
        let (values, levels) = present(self.rows, value);
        self.write::<DoubleType>(&values, Some(&levels), None)
    }

    /// Whole numbers that may be missing.
    pub fn optional_ints(&mut self, value: impl Fn(&T) -> Option<i64>) -> Result<()> {
        let (values, levels) = present(self.rows, value);
        self.write::<Int64Type>(&values, Some(&levels), None)
    }

    /// Lists of texts.
    pub fn text_lists(&mut self, value: impl Fn(&T) -> &[String]) -> Result<()> {
        let bytes = |row: &T| value(row).iter().map(|text| ByteArray::from(text.as_str())).collect();
        let (values, levels, repeats) = lists(self.rows, bytes);
        self.write::<ByteArrayType>(&values, Some(&levels), Some(&repeats))
    }

    /// Lists of whole numbers.
    pub fn int_lists(&mut self, value: impl Fn(&T) -> Vec<i64>) -> Result<()> {
        let (values, levels, repeats) = lists(self.rows, value);
        self.write::<Int64Type>(&values, Some(&levels), Some(&repeats))
    }

    fn write<D: DataType>(&mut self, values: &[D::T], levels: Option<&[i16]>, repeats: Option<&[i16]>) -> Result<()> {
        let column = self.group.next_column()?;
        let mut column = column.ok_or_else(|| ParquetError::General("more columns than the schema has".to_string()))?;
        column.typed::<D>().write_batch(values, levels, repeats)?;
        column.close()
    }
}

/// The values that are there, and for each row a level: 1 where one is.
fn present<T, V>(rows: &[T], value: impl Fn(&T) -> Option<V>) -> (Vec<V>, Vec<i16>) {
    let all: Vec<Option<V>> = rows.iter().map(value).collect();
    let levels = all.iter().map(|value| i16::from(value.is_some())).collect();
    (all.into_iter().flatten().collect(), levels)
}

/// The values of all lists, a level for each (0 stands for an empty list), and
/// whether it goes on with the list before it.
fn lists<T, V>(rows: &[T], value: impl Fn(&T) -> Vec<V>) -> (Vec<V>, Vec<i16>, Vec<i16>) {
    let (mut values, mut levels, mut repeats) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows {
        let list = value(row);
        levels.extend(std::iter::repeat_n(i16::from(!list.is_empty()), list.len().max(1)));
        repeats.extend((0..list.len().max(1)).map(|at| i16::from(at > 0)));
        values.extend(list);
    }
    (values, levels, repeats)
}
