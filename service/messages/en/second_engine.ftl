## Second engine of a full test
full-tests-second = Second engine
full-tests-second-none = none
full-tests-second-help = It searches the same positions on the machine of the server, which takes time of its own, also where others search for the engine of the test. The dossier then says how often its first move was played. This is no second, independent test in the sense of the rules.
full-tests-with-second = Second engine: { $engine }
refused-second-engine = There is no second engine of this name here. Choose one of the list.
reason_second_engine = The second engine that was asked for is not in the settings of the server any more. Ask for a new test, with another one or with none; nothing is searched anew.
