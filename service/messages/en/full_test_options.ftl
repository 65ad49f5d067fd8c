## Options of a full test: the second engine
full-tests-second = Second engine
full-tests-second-none = none
full-tests-second-help = It searches the same positions on the machine of the server, which takes time of its own, also where others search for the engine of the test. The dossier then says how often its first move was played. This is no second, independent test in the sense of the rules.
full-tests-with-second = Second engine: { $engine }
refused-second-engine = There is no second engine of this name here. Choose one of the list.
reason_second_engine = The second engine that was asked for is not in the settings of the server any more. Ask for a new test, with another one or with none; nothing is searched anew.

## Several events of one player
full-tests-earlier = Read together with earlier events
full-tests-earlier-help = The dossier then shows each of these events and all of them together. Their games, the engine's answers and their dossiers go into the bundle; whoever gets it sees them.
full-tests-with-earlier = With earlier events: { $events }
full-tests-earlier-left = These events are no part of the numbers of all events: their tests have moves without a projection, or were made by a version whose files this one does not read. Their own dossiers stay as they are.
refused-earlier = One of the earlier events cannot be chosen. Load the page again and choose from the list, one test of each event.
