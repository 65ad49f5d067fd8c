//! Screening sheets: terminal, JSON, CSV and one self-contained HTML page.
//!
//! This crate writes what it is given and never knows how the numbers were made.
