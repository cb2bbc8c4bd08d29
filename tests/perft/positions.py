"""The small deals whose trees are counted: packs of a few cards, and endings where a rule bites."""

from collections.abc import Iterator

_ALL = [f"{rank}{suit}" for suit in "SHDC" for rank in "AKQJT98765432"]


def _only(kept: str) -> str:
    """The option that leaves only these cards in."""
    return "removed=" + ",".join(card for card in _ALL if card not in kept.split())


EIGHT = _only("AS 3S AH KH QD JD TC 9C")
EIGHT_DEALT = '[Hands "A.K.. 3..J. .A..T ..Q.9"]'
EIGHT_DRAWN = '[Stock "AS JD 3S TC KH 9C AH QD"]'
EIGHT_CLUBS = '[Hands "A.K.. 3..J. .A..T ..Q.2"]'
LAST_JOKERS = '[Bids 3 3 3 3] [Won 3 3 2 2] [Open no] [Leader 2] [Hands "A2.3.. .5.7.+BJ .8.42. .J.9.+LJ"]'
FIFTEEN = _only("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AH KH")
FIFTEEN_DEALT = '[Hands "AT5... KQ4... J98... 732... 6.AK.."]'
TWELVE = _only("AS 4S 7S AH KH 3H QD JD 2D TC 9C 8C")
TWELVE_DEALT = '[Hands "A.K.. 4..J. .A..T ..Q.9 .3..8 7..2."]'
FORCED = '[Bids 5 6 4] [Won 5 6 3] [Leader 1] [Hands "432... AK.8.. Q.7.6."]'
FIVE = '[Bids 5 6 4] [Won 4 5 3] [Leader 1] [Hands "2.A9.5.7 43..K.63 QT.K.4.A"]'
EUCHRE = '[Hands "AK.9.A9. QJ.AQ.T. T9.KT.K."]'
WHOLE = f"{EUCHRE} [Stock JH JD QD JC TC 9C QC KC AC]"
TURNED = f"{EUCHRE} [Stock JH ?8]"
UNSEEN = "[Hands ? ? ? ? ? ?]"
FOUR = '[Hands "AK.9.A9. QJ.AQ.T. T9.KT.K. ..J.AKQJ"] [Stock JH QD TC 9C]'
LOW = '[Hands "AK.9.9.9 QJ.AQ.T. T9.KT.K. ..J.AKQJ"] [Stock JH AD QD TC]'
TWO = '[Hands "AK.9.A9. QJ.AQ.T."] [Stock JH JD QD JC TC 9C QC KC AC TS 9S KH TH KD]'
BENNY = '[Hands "AK.9.A9. QJ.AQ.T. T9.KT.K. ..J.AKQJ"] [Stock BJ JH QD TC 9C]'
SIX = '[Hands "AK.9.A9.T QJ.AQ.T.9 T9.KT.K.A .J.QJ.KQJ"]'
ALONE = '[Trump H] [Maker 1] [Alone yes] [Won 2 0 0 0] [Leader 2] [Hands "A.A.A. .9.J.Q 9.KJT.9. K.Q.T."]'
NO_TRUMP = '[Trump NT] [Maker 1] [Leader 1] [Hands "A.A.A. Q.9.J. 9.K.9. K.Q.T."]'
MOON = (
    '[Trump H] [Maker 1] [Alone yes] [Bids 7 0 0 0] [Won 3 0 0 0] [Leader 2] [Hands "A.A.A. .9.J.Q 9.KJT.9.T K.Q.T."]'
)
RESTING = '[Trump H] [Maker 1] [Bids 3 0 0] [Resting 2] [Hands "A.A.A. J.9.Q.JT K.Q.K."]'
DIRTY = f"{EUCHRE} [Stock TC JH JD QD JC 9C QC KC AC]"

# table -> options, dealer, tags, body, depth to count to
POSITIONS: dict[str, list[tuple[str, int, str, str, int]]] = {
    "piques-a-trois players=3": [
        ("", 3, '[Bids 5 6 4] [Won 4 6 3] [Open no] [Leader 1] [Hands "2.A9.5. 43..K.3 Q.K.4.A"]', "", 12),
        ("", 3, f"{FORCED} [Open no]", "", 9),
        ("breaking=played", 3, f"{FORCED} [Open no]", "", 9),
        ("breaking=any", 3, FORCED.replace("[Leader 1]", "[Leader 2]"), "", 9),
        ("", 3, f"{FIVE} [Open no]", "", 15),
        ("no-hell=yes", 3, UNSEEN, "17", 2),
    ],
    "pique players=2": [
        (f"{EIGHT} max_bid=held", 1, EIGHT_DRAWN, "", 10),
        (f"{EIGHT} max_bid=held draw=alternate", 1, EIGHT_DRAWN, "keep toss", 8),
        ("", 1, '[Bids 6 6] [Won 4 5] [Open no] [Leader 2] [Hands "A2.3.8. K.54.7."] [Stock ?26]', "", 8),
    ],
    "pique players=3": [
        ("", 1, f"{FORCED} [Open no]", "", 9),
        ("max_bid=2", 1, UNSEEN, "", 3),
    ],
    "pique players=4": [
        (f"{EIGHT} max_bid=held", 2, EIGHT_DEALT, "", 6),
        (f"{EIGHT} max_bid=held look=before misdeal=no", 2, EIGHT_DEALT, "0 1 2", 9),
        ("", 1, '[Bids 3 3 3 3] [Won 3 3 2 2] [Open no] [Leader 2] [Hands "A2.3.. K.5.7. Q.8.4. .J.9.2"]', "", 12),
        ("", 1, '[Bids 3 3 3 3] [Won 3 2 2 2] [Leader 1] [Hands "A2.3..3 K.5.7.4 Q.8.4.5 .J.9.26"]', "", 16),
    ],
    "atout-pique players=3": [
        ("", 3, '[Bids 5 6 4] [Won 4 6 3] [Open no] [Leader 1] [Hands "2.A9.5. 43..K.3 Q.K.4.A"]', "1: AH", 11),
        ("max_bid=3 no-hell=yes", 3, UNSEEN, "", 3),
    ],
    "atout-pique players=4": [
        (EIGHT, 4, EIGHT_DEALT, "", 12),
        ("suicide=yes", 4, UNSEEN, "", 4),
        ("suicide=yes no-hell=yes", 4, UNSEEN, "", 4),
        ("no-hell=yes max_bid=6", 4, UNSEEN, "", 4),
    ],
    "spades players=4": [
        ("blind_behind=0 nil_pass=1 " + _only("AS 3S AH KH QD JD TC 9C"), 4, EIGHT_DEALT, "", 6),
        ("blind_behind=0 nil_pass=1 " + _only("AS 3S AH KH QD JD TC 9C"), 4, EIGHT_DEALT, "look 0 blind-nil 1 2", 10),
        ("whiz=yes blind_behind=0 " + _only("AS 3S AH KH QD JD TC 9C"), 2, EIGHT_DEALT, "", 8),
        ("mirror=yes first_lead=two-of-clubs " + _only("AS 3S AH KH QD JD TC 2C"), 4, EIGHT_CLUBS, "", 12),
        ("min_pair_bid=5 max_bid=6", 4, UNSEEN, "", 4),
        ("pack=jokers", 4, LAST_JOKERS, "", 12),
    ],
    "spades-solo players=3": [
        ("blind_behind=0 max_bid=3", 3, UNSEEN, "", 3),
        ("", 3, '[Bids 5 6 4] [Won 4 6 3] [Open no] [Leader 1] [Hands "2.A9.5. 43..K.3 Q.K.4.A"]', "1: AH", 11),
    ],
    "spades-solo players=4": [
        ("whiz=yes blind_behind=0 first_lead=two-of-clubs " + _only("AS 3S AH KH QD JD TC 2C"), 4, EIGHT_CLUBS, "", 12),
    ],
    "spades-solo players=5": [(f"{FIFTEEN} no-hell=yes blind_nil=no", 5, FIFTEEN_DEALT, "1 1 0", 9)],
    "spades-solo players=6": [
        (f"{TWELVE} blind_nil=no", 6, TWELVE_DEALT, "1 0 0 0 0 0", 12),
        ("max_bid=2 blind_behind=0", 6, UNSEEN, "look 1 2 2", 3),
    ],
    "atout-pique players=5": [
        (
            "",
            5,
            '[Bids 2 2 2 2 2] [Won 2 2 2 1 1] [Open no] [Leader 1] [Hands "A.3.. K.5.. Q..4. .J.9. 2...7"]',
            "",
            10,
        ),
        ("no-hell=yes max_bid=3", 5, UNSEEN, "", 5),
    ],
    "atout-pique players=6": [
        (TWELVE, 6, TWELVE_DEALT, "0 1 2 0 1 2", 12),
        (f"{TWELVE} no-hell=yes", 6, TWELVE_DEALT, "0 1", 4),
    ],
    "euchre-a-trois players=3": [
        ("", 3, WHOLE, "", 10),
        ("discard_turned=no stick=yes", 3, TURNED, "", 9),
        ("lead=maker", 3, TURNED, "pass pass pass pass C", 12),
        ("", 3, '[Trump H] [Maker 1] [Won 0 1 0] [Leader 1] [Hands "A.A.A.9 J..J.QT K9.Q.Q."]', "", 12),
        ("", 3, '[Trump S] [Maker 2] [Won 1 1 0] [Leader 3] [Hands "A..A.J 9.T..A .Q9.9."]', "", 9),
    ],
    "euchre players=4": [
        ("", 4, FOUR, "", 7),
        ("stick=yes no_trump=yes", 4, FOUR, "pass pass pass pass pass pass", 6),
        ("defend_alone=yes", 4, FOUR, "order-alone -QC", 8),
        ("partner_must_go_alone=yes lone_lead=maker", 4, FOUR, "pass", 6),
        ("farmers_hand=yes", 4, LOW, "", 5),
        ("", 4, ALONE, "", 9),
        ("no_trump=yes", 4, f"{NO_TRUMP} [Won 1 1 0 0]", "", 12),
    ],
    "euchre-a-deux players=2": [
        ("", 2, TWO, "", 8),
        ("discard_turned=no stick=yes", 2, TWO, "pass pass pass", 8),
    ],
    "euchre-britannique players=4": [
        ("", 4, BENNY, "", 5),
        ("", 4, FOUR.replace("9C]", "9C BJ]"), "pass pass order-alone", 6),
        ("", 4, '[Trump S] [Maker 1] [Won 1 1 0 0] [Leader 1] [Hands "A.A.A. ..J.J+BJ J.K.9. K.Q.T."]', "", 12),
    ],
    "buck-euchre players=3": [
        ("", 3, WHOLE, "", 7),
        ("", 3, DIRTY, "", 8),
        ("", 3, f"{RESTING} [Won 1 0 1] [Leader 3]", "", 6),
    ],
    "buck-euchre players=4": [
        ("no_trump=yes", 4, FOUR, "", 5),
        ("", 4, FOUR, "pass 3 pass 4 S", 6),
    ],
    "bid-euchre players=4": [
        ("", 4, SIX, "", 5),
        ("stick=no moon=no least_bid=5", 4, SIX, "", 5),
        ("", 4, SIX, "moon NT", 5),
        ("", 4, f"{NO_TRUMP} [Bids 4 0 0 0] [Won 2 1 0 0]", "", 12),
        ("", 4, MOON, "", 9),
    ],
}  # fmt: skip


def records(table: str) -> Iterator[tuple[str, int]]:
    """The records of a table's positions, each with the depth to count to."""
    players = int(table[-1])
    for options, dealer, tags, body, depth in POSITIONS[table]:
        tags = "[Hands" + " ?" * players + "]" if tags == UNSEEN else tags
        yield f'[Rules "{f"{table} {options}".strip()}"]\n[Deal 1] [Dealer {dealer}]\n{tags}\n{body}\n', depth
