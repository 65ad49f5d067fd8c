//! Cholesky factors of small symmetric matrices.

/// The lower triangular root of a symmetric, positive definite matrix.
pub(crate) struct Cholesky {
    size: usize,
    /// Row by row.
    root: Vec<f64>,
}

impl Cholesky {
    /// Of a matrix of which the lower triangle is given, row by row; `None` if it is not positive definite.
    pub(crate) fn new(matrix: &[f64], size: usize) -> Option<Self> {
        let mut root = vec![0.0; size * size];
        for i in 0..size {
            for j in 0..=i {
                let (a, b) = (&root[i * size..i * size + j], &root[j * size..j * size + j]);
                let known: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
                let left = matrix.get(i * size + j)? - known;
                root[i * size + j] = if i != j {
                    left / root[j * size + j]
                } else if left > 0.0 {
                    left.sqrt()
                } else {
                    return None;
                };
            }
        }
        Some(Self { size, root })
    }

    /// The solution of a system with this matrix.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let row = |i: usize| &self.root[i * self.size..(i + 1) * self.size];
        let mut y = right.to_vec();
        for i in 0..self.size {
            let known: f64 = row(i).iter().zip(&y).take(i).map(|(l, y)| l * y).sum();
            y[i] = (y[i] - known) / row(i)[i];
        }
        for i in (0..self.size).rev() {
            let known: f64 = (i + 1..self.size).map(|k| row(k)[i] * y[k]).sum();
            y[i] = (y[i] - known) / row(i)[i];
        }
        y
    }

    /// Natural logarithm of the determinant of the matrix.
    pub(crate) fn ln_determinant(&self) -> f64 {
        (0..self.size).map(|i| 2.0 * libm::log(self.root[i * self.size + i])).sum()
    }

    /// Inverse, row by row.
    pub(crate) fn inverse(&self) -> Vec<Vec<f64>> {
        let unit = |k: usize| (0..self.size).map(|i| if i == k { 1.0 } else { 0.0 }).collect::<Vec<f64>>();
        (0..self.size).map(|k| self.solve(&unit(k))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_by_hand() {
        // [[4, 2], [2, 5]] = L L' with L = [[2, 0], [1, 2]]; the upper triangle is not read.
        let root = Cholesky::new(&[4.0, 9.0, 2.0, 5.0], 2).expect("positive definite");
        assert_eq!(root.root, [2.0, 0.0, 1.0, 2.0]);
        assert!((root.ln_determinant() - libm::log(16.0)).abs() < 1e-14);
        // 4 x + 2 y = 8 and 2 x + 5 y = 12.
        assert_eq!(root.solve(&[8.0, 12.0]), [1.0, 2.0]);
        // [[5, -2], [-2, 4]] / 16.
        assert_eq!(root.inverse(), [[0.3125, -0.125], [-0.125, 0.25]]);
        assert!(Cholesky::new(&[1.0, 0.0, 2.0, 1.0], 2).is_none());
    }
}
