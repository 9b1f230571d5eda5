"""Costs in words, the same on every face: a sum, about or at least a sum, “free”, or “cost unknown”.

Free is what costs nothing: rules, servers of this machine that run models themselves, and what a person gave
a price of nothing. Of any other server without a price it is unknown: it may stand in front of one that
charges.
"""

from __future__ import annotations

from app.domain.i18n import Message, words

UNKNOWN = words("cost unknown")
FREE = words("free")


def cost_words(cost: float | None, known: float = 0.0, uncertain: float = 0.0) -> Message:
    """Return what calls cost; `cost` None: some prices are not known, `known`: the dollars of the others.

    `uncertain`: what calls whose end nobody knows may have cost besides.
    """
    if cost is None:
        return words("at least {sum}", sum=sum_words(known)) if known else UNKNOWN
    if not uncertain:
        return sum_words(cost) if cost else FREE
    if not cost:
        return limit_words(uncertain)
    return words("about {sum}, at most {most}", sum=sum_words(cost), most=sum_words(cost + uncertain))


def sum_words(dollars: float) -> Message:
    """Return a sum; the smaller it is, the finer it is told."""
    if dollars == 0 or dollars >= 0.1:
        return words("{sum}", sum=f"${dollars:,.2f}")
    if dollars < 0.00005:
        # Told as $0.0000 it would seem to be free.
        return words("under $0.0001")
    if dollars < 0.01:
        return words("{sum}", sum=f"${dollars:.4f}".removesuffix("00"))
    # A limit of $0.075 told as $0.07 would seem to leave less room than it does.
    return words("{sum}", sum=f"${dollars:.3f}".removesuffix("0"))


def rate_words(into: float | None, out: float | None) -> Message:
    """Return what a model costs in dollars per million tokens, in and out."""
    if into is None or out is None:
        return UNKNOWN
    if not into and not out:
        return FREE
    return words("{into} in, {out} out per million tokens", into=sum_words(into), out=sum_words(out))


def limit_words(cost: float | None) -> Message:
    """Return what something may cost; None: its price is not known."""
    return words("up to {sum}", sum=sum_words(cost)) if cost else cost_words(cost)
