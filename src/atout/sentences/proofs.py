"""What recomputing a proved deal found."""

from __future__ import annotations

from collections.abc import Sequence

from atout.notation import RecordError
from atout.options import RulesError
from atout.proofs import Proof, ProofError, Verdict
from atout.say import Speaker, shown
from atout.sentences.faults import record_fault, rules_fault


def verdict_text(speaker: Speaker, verdict: Verdict) -> str:
    """One deal: verified with its commitment, or every fault found."""
    if verdict.verified:
        return speaker.text("verify.verified", deal=verdict.number, commitment=verdict.commitment)
    faults = (speaker.text(f"verify.fault.{code}", number=seat or 0) for code, seat in verdict.faults)
    return speaker.text("verify.failed", deal=verdict.number, faults=" ".join(faults))


def proof_end(speaker: Speaker, proof: Proof, verdicts: Sequence[Verdict]) -> str:
    """What all the verdicts on a proof come to."""
    failed = sum(not verdict.verified for verdict in verdicts)
    return speaker.text("verify.end", table=proof.table, deals=len(verdicts), failed=failed)


def proof_fault(speaker: Speaker, error: ProofError) -> str:
    """Why a file is no proof of deals."""
    match error.error:
        case RulesError() as fault:
            return rules_fault(speaker, fault)
        case RecordError() as fault:
            return record_fault(speaker, fault)
    return speaker.text(f"verify.form.{error.code}", kind=error.kind.value, reason=shown(str(error.error)))
