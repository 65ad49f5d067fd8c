
# Почему партия в карантине

defect_illegal_move = этот ход в данной позиции невозможен
defect_ambiguous_move = этот ход могут сделать две фигуры, и не указано, какая из них
defect_not_a_move = это не читается как ход
defect_comment_unclosed = здесь начинается комментарий, который не закрыт
defect_comment_unopened = здесь закрывается комментарий, который не был открыт
defect_variation_unclosed = здесь начинается вариант, который не закрыт
defect_variation_unopened = здесь закрывается вариант, который не был открыт
defect_glyph = после знака примечания нет числа
defect_text_after_result = после результата стоит текст
defect_second_result = после ходов стоит второй результат
defect_tag_unclosed = этот тег не закрыт
defect_tag_twice = этот тег указан дважды, с разными значениями
defect_tag_line_too_long = строка тега длиннее 64 КиБ
defect_tags_too_long = теги длиннее 1 МиБ
defect_movetext_too_long = запись ходов длиннее 1 МиБ
defect_tavreli = это партия в таврели: она не читается, ни одна программа в них не играет, индекса нет
defect_move_number = номер хода { $found }, а ожидался { $expected }
defect_white_to_move = после номера хода { $number } стоят три точки, а ход белых
defect_results = в теге результата { $tag }, а ходы заканчиваются записью { $movetext }
defect_alphabets = буквы фигур читаются двояко ({ $first } и { $other }), и ходы получаются разные

