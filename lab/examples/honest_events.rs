//! Prints the figures of `docs/hints`: what happens in events in which everybody plays honestly.
//!
//! `cargo run --release -p lab --example honest_events -- EVENTS PLAYERS ROUNDS [FORM-MEAN FORM-EVENT FORM-GAME [FORM-SHARED LAGGING]]`

use std::error::Error;
use std::num::{NonZeroU16, NonZeroU32};

use analyzer::Parameters;
use analyzer::hints::promise::FALSE_HINTS;
use analyzer::ipr::{QUICK_STOCKFISH_15_1 as REFERENCE, Reference};
use analyzer::shipped::QUICK_STOCKFISH_15_1 as PARAMETERS;
use lab::honest_events::{ALPHAS, Form, Plan, honest_events};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |k: usize, default: &str| arguments.get(k).map_or(default, String::as_str).to_owned();
    let plan = Plan {
        events: number(0, "500").parse()?,
        players: number(1, "60").parse::<NonZeroU32>()?,
        rounds: number(2, "9").parse::<NonZeroU16>()?,
        false_hints: FALSE_HINTS,
        form: Form {
            mean: number(3, &Form::MEASURED.mean.to_string()).parse()?,
            event: number(4, &Form::MEASURED.event.to_string()).parse()?,
            game: number(5, &Form::MEASURED.game.to_string()).parse()?,
            shared: number(6, "0").parse()?,
            lagging: number(7, "0").parse()?,
        },
        decisions: [18, 38],
        seed: 7,
    };
    let figures = honest_events(&Reference::parse(REFERENCE)?, &Parameters::parse(PARAMETERS)?, &plan)?;
    println!(
        "{} events, {} players, {} rounds, form {} and {} points",
        plan.events, plan.players, plan.rounds, plan.form.event, plan.form.game
    );
    for spread in &figures.spread {
        println!("round {}: n {}, mean {:+.3}, SD {:.3}", spread.round, spread.n, spread.mean, spread.sd);
    }
    let of_events = |n: u32| 100.0 * f64::from(n) / f64::from(figures.events.max(1));
    let of_players = |n: u32| 100.0 * f64::from(n) / f64::from(figures.player_events.max(1));
    println!(
        "events, anybody over the level of one look, at the last look: {:.1} %",
        of_events(figures.over_at_one_look)
    );
    println!(
        "events, anybody over the level of one look, at any look: {:.1} %",
        of_events(figures.over_at_any_look)
    );
    println!("events with any intrusive permission: {:.1} %", of_events(figures.intrusive));
    println!(
        "events with any intrusive permission, rounds unknown: {:.1} %",
        of_events(figures.intrusive_open)
    );
    println!(
        "events with anybody named: {:.1} %; named per event {:.3}",
        of_events(figures.events_named),
        f64::from(figures.named) / f64::from(figures.events.max(1))
    );
    println!(
        "one player over 2.00: {:.2} % at the last look, {:.2} % at any",
        of_players(figures.singled_out[0]),
        of_players(figures.singled_out[1])
    );
    for (reached, alpha) in figures.reached.iter().zip(ALPHAS) {
        println!("ever reached 1/{alpha}: {:.3} % of player-events", of_players(*reached));
    }
    Ok(())
}
