//! Overall z of each event, and of all events up to it.

use super::course;
use crate::{document::drawing::Drawing, number::Numbers};

/// The picture; `points` are the combined z and the event's own. It has the form of the course through one event, and the line
/// through the events' own z, which mean nothing between events, is left out.
pub(in crate::dossier) fn events(
    n: Numbers,
    title: String,
    description: String,
    axis_name: &str,
    points: &[[Option<f64>; 2]],
) -> Option<Drawing> {
    course::through(n, title, description, axis_name, points, false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn the_events_own_z_are_dots_without_a_line() {
        let n = Numbers::page(Language::English);
        let points = [[Some(1.0), Some(1.0)], [Some(1.4), Some(1.1)], [None, Some(0.5)]];
        let svg = events(n, String::new(), String::new(), "events", &points).expect("a picture");
        let svg = svg.alone();
        assert_eq!(svg.matches("class=\"ring\"").count(), 3);
        assert_eq!(svg.matches("class=\"dot\"").count(), 2);
        assert_eq!(svg.matches("<path class=\"seen\"").count(), 1);
        assert!(!svg.contains("<path class=\"projected\""));
    }
}
