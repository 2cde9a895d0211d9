//! As much linear algebra as ratings need.

/// A square matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matrix(pub Vec<Vec<f64>>);

impl Matrix {
    /// A matrix of so many rows, every number the same.
    pub fn filled(size: usize, number: f64) -> Self {
        Matrix(vec![vec![number; size]; size])
    }

    /// Adds `weight` times the square of the difference of two coordinates.
    pub fn add_difference(&mut self, [a, b]: [usize; 2], weight: f64) {
        self.0[a][a] += weight;
        self.0[b][b] += weight;
        self.0[a][b] -= weight;
        self.0[b][a] -= weight;
    }

    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
        self.0.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
    }

    /// The inverse, by elimination with the largest pivot; `None` when there is none.
    pub fn inverse(mut self) -> Option<Matrix> {
        const SINGULAR: f64 = 1e-12;
        let size = self.0.len();
        let mut inverse = Matrix::filled(size, 0.0);
        (0..size).for_each(|at| inverse.0[at][at] = 1.0);
        for column in 0..size {
            let pivot = (column..size).max_by(|a, b| self.0[*a][column].abs().total_cmp(&self.0[*b][column].abs()))?;
            if self.0[pivot][column].abs() < SINGULAR {
                return None;
            }
            self.0.swap(column, pivot);
            inverse.0.swap(column, pivot);
            let scale = 1.0 / self.0[column][column];
            for matrix in [&mut self, &mut inverse] {
                matrix.0[column].iter_mut().for_each(|number| *number *= scale);
            }
            for row in (0..size).filter(|row| *row != column) {
                let factor = self.0[row][column];
                self.subtract(row, column, factor);
                inverse.subtract(row, column, factor);
            }
        }
        Some(inverse)
    }

    /// Subtracts `factor` times one row from another.
    fn subtract(&mut self, from: usize, row: usize, factor: f64) {
        let taken = self.0[row].clone();
        self.0[from].iter_mut().zip(taken).for_each(|(number, taken)| *number -= factor * taken);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_undoes() {
        let matrix = Matrix(vec![vec![0.0, 2.0, 1.0], vec![1.0, 1.0, 0.0], vec![3.0, 0.0, 1.0]]);
        let found = matrix.clone().inverse().unwrap().times(&matrix.times(&[1.0, -2.0, 5.0]));
        assert!(found.iter().zip([1.0, -2.0, 5.0]).all(|(a, b)| (a - b).abs() < 1e-12));
        assert_eq!(Matrix::filled(2, 1.0).inverse(), None);
    }
}
