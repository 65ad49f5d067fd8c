## Entries of the audit log
action_result_made = result stored
action_full_test_made = full test stored
action_tables_recorded = tables recorded
