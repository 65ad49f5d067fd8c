
# Why a game is quarantined

defect_illegal_move = this move is not legal in the position
defect_ambiguous_move = two pieces can make this move, and the text does not say which
defect_not_a_move = this does not read as a move
defect_comment_unclosed = a comment opens here and does not close
defect_comment_unopened = a comment closes here that was not opened
defect_variation_unclosed = a variation opens here and does not close
defect_variation_unopened = a variation closes here that was not opened
defect_glyph = the number of an annotation is not a number
defect_text_after_result = there is text after the result
defect_second_result = there is a second result after the moves
defect_tag_unclosed = this tag does not close
defect_tag_twice = this tag is given twice, with two values
defect_tag_line_too_long = a tag line is longer than 64 KiB
defect_tags_too_long = the tags are longer than 1 MiB
defect_movetext_too_long = the moves are longer than 1 MiB
defect_tavreli = this is a game of Tavreli: it is not read, no engine plays it, and there is no index
defect_move_number = the move number is { $found }, but { $expected } was expected
defect_white_to_move = move number { $number } has three dots, but White is to move
defect_results = the result tag says { $tag }, and the moves end with { $movetext }
defect_alphabets = the letters of the pieces read in two ways ({ $first } and { $other }), and the moves differ

