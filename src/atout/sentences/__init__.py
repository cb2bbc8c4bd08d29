"""What people are told: events, refusals, counts, rules and answers to the read keys, each as a short sentence.

Every function takes a ``Speaker`` first and returns plain text with ordinary spaces. The sentences themselves are in
the catalogues; here their facts are chosen. Matches may be views: nothing asks for what the listener has not seen.
"""

from atout.sentences.actions import action_text
from atout.sentences.count import line_name, score_line, score_side
from atout.sentences.events import tell
from atout.sentences.faults import record_fault, rules_fault
from atout.sentences.foreign import foreign_fault, foreign_note
from atout.sentences.options import option_help, option_name, option_value, profile_name, summary
from atout.sentences.proofs import proof_end, proof_fault, verdict_text
from atout.sentences.questions import question
from atout.sentences.refusals import refuse
from atout.sentences.views import (
    bids,
    hand,
    information,
    last_trick,
    on_table,
    scores,
    suit_led,
    undertaking,
    whose_turn,
)

__all__ = [
    "action_text",
    "bids",
    "foreign_fault",
    "foreign_note",
    "hand",
    "information",
    "last_trick",
    "line_name",
    "on_table",
    "option_help",
    "option_name",
    "option_value",
    "profile_name",
    "proof_end",
    "proof_fault",
    "question",
    "record_fault",
    "refuse",
    "rules_fault",
    "score_line",
    "score_side",
    "scores",
    "suit_led",
    "summary",
    "tell",
    "undertaking",
    "verdict_text",
    "whose_turn",
]
