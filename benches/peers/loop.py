"""What arbiters script today, to be measured beside fairplay: one engine, one position after the other, with python-chess.

    loop.py PROCEDURE EVENT.pgn GAMES ENGINE

PROCEDURE is
  lines   depth and lines of fairplay's `quick`, a new game before every position, the played move searched apart where it is
          not among the lines of an open position: the same questions in the same order
  warm    the same without the new game: what a plain loop over a game does
  apart   two searches for each position, the best move and the played move, each to the same depth
  time    a tenth of a second for each position, with the same lines

It prints one line of JSON: positions, searches, seconds, and for every position the first move and its value, as a digest and in full.
"""

import hashlib
import json
import sys
import time

import chess
import chess.engine
import chess.pgn

DEPTH, LINES, HASH, NODES, SECONDS = 12, 5, 16, 5_000_000, 0.1
FIRST_MOVE = 9
DECIDED = 300


def positions(path, games):
    """Every position from move 9 on, each once, with the move played there."""
    seen = set()
    with open(path, encoding="utf-8") as file:
        for _ in range(games):
            game = chess.pgn.read_game(file)
            if game is None:
                return
            board = game.board()
            for move in game.mainline_moves():
                key = board.fen()
                if board.fullmove_number >= FIRST_MOVE and board.legal_moves.count() > 1 and key not in seen:
                    seen.add(key)
                    yield board.copy(), move
                board.push(move)


def main():
    procedure, path, games, program = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
    wanted = list(positions(path, games))
    if not wanted:
        sys.exit(f"the first {games} games of {path} have no position from move {FIRST_MOVE} on; take more games")
    engine = chess.engine.SimpleEngine.popen_uci(program)
    engine.configure({"Threads": 1, "Hash": HASH})
    depth = chess.engine.Limit(depth=DEPTH, nodes=NODES)
    limit = chess.engine.Limit(time=SECONDS) if procedure == "time" else depth
    found, searches, begun = [], 0, time.perf_counter()
    for number, (board, move) in enumerate(wanted):
        game = number if procedure == "lines" else 0
        if procedure == "apart":
            info = [engine.analyse(board, limit, game=game)]
            engine.analyse(board, limit, root_moves=[move], game=game)
            searches += 2
        else:
            info = engine.analyse(board, limit, multipv=LINES, game=game)
            searches += 1
            best = info[0]["score"].relative.score(mate_score=100_000)
            listed = any(line["pv"][0] == move for line in info if line.get("pv"))
            if procedure != "time" and not listed and abs(best) < DECIDED:
                engine.analyse(board, limit, root_moves=[move], game=game)
                searches += 1
        first = info[0]
        found.append((first["pv"][0].uci(), str(first["score"].relative)))
    seconds = time.perf_counter() - begun
    engine.quit()
    digest = hashlib.sha256(json.dumps(found).encode()).hexdigest()
    print(
        json.dumps(
            {
                "procedure": procedure,
                "games": games,
                "positions": len(wanted),
                "searches": searches,
                "seconds": round(seconds, 1),
                "digest": digest,
                "first": found,
            }
        )
    )


main()
