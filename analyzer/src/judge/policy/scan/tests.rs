use super::*;
use crate::statistics::field::upper_tail;

const DRAWS: u32 = 40_000;

fn row(least: usize, most: usize) -> Blocks {
    Blocks::Contiguous { least, most }
}

/// Whether a share drawn with 95 % limits agrees with the exact value, in limits twice as wide: four standard errors.
fn agrees(scan: &Scan, exact: f64) {
    let [share, low, high] = scan.share;
    let (below, above) = (2.0 * (share - low), 2.0 * (high - share));
    assert!(share - below <= exact && exact <= share + above, "{share} {low} {high}, exact {exact}");
    assert!(scan.at_least <= exact * (1.0 + 1e-9) && exact <= scan.at_most * (1.0 + 1e-9));
}

/// The scan of a block whose tail is normal.
fn normal(variances: &[f64], blocks: Blocks, seen: f64, draws: u32, seed: u64) -> Result<Scan, ScanError> {
    scan(variances, blocks, (seen, upper_tail(seen)), draws, seed)
}

#[test]
fn one_block_is_its_plain_tail() {
    // One round; all of nine rounds.
    for (variances, blocks) in [(vec![3.0], row(1, 1)), (vec![1.0; 9], row(9, 9))] {
        let scan = normal(&variances, blocks, 1.5, DRAWS, 1).expect("in range");
        agrees(&scan, 0.066_807_201_268_858_1);
        assert_eq!((scan.number, scan.at_most), (1, scan.at_least));
    }
}

#[test]
fn single_rounds_are_the_highest_of_n() {
    // Eleven independent rounds, one named: 1 - (1 - p)^11 with p = .022 750 1.
    let p = upper_tail(2.0);
    let exact = 1.0 - (0..11).fold(1.0, |kept, _| kept * (1.0 - p));
    let variances: Vec<f64> = (1..=11).map(f64::from).collect();
    let scan = normal(&variances, row(1, 1), 2.0, DRAWS, 2).expect("in range");
    agrees(&scan, exact);
    assert_eq!(scan.number, 11);
}

#[test]
fn two_rounds_against_the_integral() {
    // P(max(Z1, Z2, (S1 + S2) / sqrt(v1 + v2)) >= c), integrated over Z1 with 400,000 steps.
    for (variances, c, exact) in [
        ([1.0, 1.0], 2.0, 0.053_223_038_8),
        ([1.0, 4.0], 2.0, 0.051_712_411_9),
        ([1.0, 4.0], 1.5, 0.140_836_513_7),
    ] {
        let in_a_row = normal(&variances, row(1, 2), c, DRAWS, 3).expect("in range");
        agrees(&in_a_row, exact);
        assert_eq!(in_a_row.number, 3);
    }
}

#[test]
fn the_best_row_by_hand() {
    // 3 alone is 3.00, 3 and 1 together 4 / sqrt 2 = 2.83, all four 3 / 2.
    for (least, z) in [(1, 3.0), (2, 8.0_f64.sqrt()), (4, 1.5)] {
        let found = best(&[1.0, -2.0, 3.0, 1.0], &[1.0; 4], row(least, 4)).expect("a row");
        assert!((found - z).abs() < 1e-15, "{least}: {found}");
    }
}

#[test]
fn numbers_of_blocks() {
    // Eleven rounds: 66 rows in all, 36 of at least four.
    for (blocks, count) in [(row(1, 11), 66), (row(4, 11), 36), (row(4, 5), 15)] {
        assert_eq!(number(11, blocks), count, "{blocks:?}");
    }
}

#[test]
fn far_out_the_bound_takes_over() {
    let scan = normal(&[1.0; 9], row(3, 9), 6.0, 2_000, 4).expect("in range");
    assert_eq!((scan.reached, scan.number), (0, 28));
    // Nothing in 2000 draws: at most 1 - .025^(1/2000); 28 blocks at 9.866e-10 each are far less.
    assert!((scan.share[2] - 0.001_842_74).abs() < 1e-7, "{}", scan.share[2]);
    assert!((scan.at_most / (28.0 * 9.865_876_450_376_98e-10) - 1.0).abs() < 1e-7);
    assert_eq!(scan.z_at_least, equivalent_z(scan.at_most));
    assert!(scan.z_at_least < 6.0 && scan.z_at_least > 5.4);
}

#[test]
fn more_choice_is_worth_less_and_draws_repeat() {
    let run = |blocks| normal(&[1.0, 2.0, 1.5, 1.0, 3.0], blocks, 2.0, 10_000, 5).expect("in range");
    let (few, many) = (run(row(2, 5)), run(row(1, 5)));
    assert!(few.reached < many.reached && few.z_at_least > many.z_at_least);
    assert_eq!(run(row(2, 5)), few);
    let json = serde_json::to_string(&many).expect("writes");
    assert_eq!(serde_json::from_str::<Scan>(&json).expect("reads"), many);
}

#[test]
fn what_is_out_of_range_is_refused() {
    let rounds = [1.0; 3];
    assert!(matches!(normal(&[], row(1, 1), 2.0, 9, 1), Err(ScanError::Rounds { rounds: 0 })));
    assert!(matches!(normal(&[1.0; MAX_ROUNDS + 1], row(1, 1), 2.0, 9, 1), Err(ScanError::Rounds { .. })));
    for blocks in [row(0, 2), row(3, 2), row(1, 4)] {
        assert!(matches!(normal(&rounds, blocks, 2.0, 9, 1), Err(ScanError::Lengths { .. })));
    }
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300] {
        let named = normal(&[1.0, bad], row(1, 1), 2.0, 9, 1).expect_err("refused").to_string();
        assert!(named.starts_with("variance 1 is"), "{named}");
    }
    for z in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(normal(&rounds, row(1, 1), z, 9, 1), Err(ScanError::Range { name: "z", .. })));
    }
    for draws in [0, MAX_DRAWS + 1] {
        assert!(normal(&rounds, row(1, 1), 2.0, draws, 1).is_err());
    }
}
