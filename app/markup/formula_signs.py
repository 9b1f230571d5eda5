"""The names of TeX for letters and signs. Data."""

from __future__ import annotations


def _pairs(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


LETTERS = _pairs(
    "alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ "
    "lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ "
    "varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ "
    "Omega Ω ell ℓ hbar ℏ imath ı jmath ȷ partial ∂ nabla ∇ infty ∞ aleph ℵ Re ℜ Im ℑ emptyset ∅ "
    "varnothing ∅"
)
NAMED = _pairs(
    "cdot · times × div ÷ pm ± mp ∓ ast ∗ star ⋆ circ ∘ bullet • oplus ⊕ ominus ⊖ otimes ⊗ odot ⊙ "
    "le ≤ leq ≤ leqslant ≤ ge ≥ geq ≥ geqslant ≥ ne ≠ neq ≠ ll ≪ gg ≫ approx ≈ sim ∼ simeq ≃ cong ≅ equiv ≡ "
    "propto ∝ lt < gt > mid ∣ parallel ∥ perp ⊥ in ∈ notin ∉ ni ∋ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ "
    "cup ∪ cap ∩ setminus ∖ land ∧ wedge ∧ lor ∨ vee ∨ lnot ¬ neg ¬ forall ∀ exists ∃ nexists ∄ "
    "to → rightarrow → leftarrow ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ implies ⟹ "
    "iff ⟺ mapsto ↦ longrightarrow ⟶ uparrow ↑ downarrow ↓ vdash ⊢ models ⊨ "
    "ldots … dots … cdots ⋯ vdots ⋮ ddots ⋱ prime ′ degree ° angle ∠ triangle △ therefore ∴ because ∵ "
    "langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lvert | rvert | vert | lVert ‖ rVert ‖ Vert ‖ "
    "lbrace { rbrace } lbrack [ rbrack ] colon : top ⊤ bot ⊥ checkmark ✓"
)
LARGE = _pairs(
    "sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ oint ∮ bigcup ⋃ bigcap ⋂ bigoplus ⨁ bigvee ⋁ bigwedge ⋀"
)
_FUNCTIONS = (
    "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg exp lim max min sup inf det dim "
    "ker gcd Pr arg deg mod argmax argmin"
)
FUNCTIONS = frozenset(_FUNCTIONS.split())
ACCENTS = {
    "hat": "\u0302",
    "widehat": "\u0302",
    "bar": "\u0304",
    "overline": "\u0305",
    "tilde": "\u0303",
    "widetilde": "\u0303",
    "vec": "\u20d7",
    "dot": "\u0307",
    "ddot": "\u0308",
    "underline": "\u0332",
}
"""Marks that stand on the letter before them."""
SPACES = {
    "quad": "\u00a0\u00a0",
    "qquad": "\u00a0\u00a0\u00a0\u00a0",
    ",": " ",
    ";": " ",
    ":": " ",
    "!": "",
    " ": " ",
    "~": " ",
}
RELATIONS = frozenset("=<>≤≥≠≪≫≈∼≃≅≡∝∈∉∋⊂⊆⊃⊇→←↔⇒⇐⇔⟹⟺↦⟶+−±∓·×÷∪∩∖∧∨⊕⊖⊗∣⊢⊨∘")
"""Signs with room on both sides."""
