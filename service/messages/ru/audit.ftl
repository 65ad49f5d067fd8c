## Записи журнала
action_result_made = результат сохранён
action_full_test_made = полный тест сохранён
action_tables_recorded = записано состояние таблиц
