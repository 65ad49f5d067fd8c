## Записи журналу
action_result_made = результат збережено
action_full_test_made = повний тест збережено
action_tables_recorded = записано стан таблиць
