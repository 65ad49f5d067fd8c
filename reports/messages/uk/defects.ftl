
# Чому партія в карантині

defect_illegal_move = цей хід у цій позиції неможливий
defect_ambiguous_move = цей хід можуть зробити дві фігури, і не вказано, котра з них
defect_not_a_move = це не читається як хід
defect_comment_unclosed = тут починається коментар, який не закрито
defect_comment_unopened = тут закривається коментар, якого не було відкрито
defect_variation_unclosed = тут починається варіант, який не закрито
defect_variation_unopened = тут закривається варіант, якого не було відкрито
defect_glyph = після знака примітки немає числа
defect_text_after_result = після результату стоїть текст
defect_second_result = після ходів стоїть другий результат
defect_tag_unclosed = цей тег не закрито
defect_tag_twice = цей тег вказано двічі, з різними значеннями
defect_tag_line_too_long = рядок тегу довший за 64 КіБ
defect_tags_too_long = теги довші за 1 МіБ
defect_movetext_too_long = запис ходів довший за 1 МіБ
defect_tavreli = це партія в таврелі: її не прочитано, жодна програма в них не грає, індексу немає
defect_move_number = номер ходу { $found }, а очікувався { $expected }
defect_white_to_move = після номера ходу { $number } стоять три крапки, а хід білих
defect_results = у тегу результату { $tag }, а ходи закінчуються записом { $movetext }
defect_alphabets = літери фігур читаються подвійно ({ $first } і { $other }), і ходи виходять різні

