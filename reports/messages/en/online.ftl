## Online play, and games under other conditions
time-class-from_series = by the control that the organiser of this series of events states for all of them
