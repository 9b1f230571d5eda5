"""The names of TeX for letters and signs, and a formula that is not known as words and signs by them.

Nobody reads commands in the middle of a sentence.
"""

from __future__ import annotations

import re


def _pairs(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


LETTERS = _pairs(
    "alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ "
    "lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ "
    "varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ "
    "Omega Ω ell ℓ hbar ℏ imath ı jmath ȷ partial ∂ nabla ∇ infty ∞ aleph ℵ Re ℜ Im ℑ emptyset ∅ "
    "varnothing ∅ varkappa ϰ digamma ϝ beth ℶ wp ℘ eth ð complement ∁"
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
    "lbrace { rbrace } lbrack [ rbrack ] colon : top ⊤ bot ⊥ checkmark ✓ "
    "lesssim ≲ gtrsim ≳ asymp ≍ doteq ≐ triangleq ≜ coloneqq ≔ lll ⋘ ggg ⋙ prec ≺ succ ≻ preceq ⪯ succeq ⪰ "
    "subsetneq ⊊ supsetneq ⊋ varpropto ∝ nmid ∤ nleq ≰ ngeq ≱ nless ≮ ngtr ≯ nsubseteq ⊈ nparallel ∦ "
    "lhd ⊲ rhd ⊳ uplus ⊎ sqcup ⊔ sqcap ⊓ amalg ⨿ wr ≀ diamond ⋄ bigtriangleup △ triangledown ▽ "
    "dagger † ddagger ‡ square □ Box □ blacksquare ■ qed ■ bigstar ★ lozenge ◊ heartsuit ♡ spadesuit ♠ "
    "rightleftharpoons ⇌ leadsto ⇝ hookrightarrow ↪ hookleftarrow ↩ gets ← Longrightarrow ⟹ "
    "Longleftarrow ⟸ Longleftrightarrow ⟺ longleftarrow ⟵ longmapsto ⟼ downarrow ↓ updownarrow ↕ "
    "Uparrow ⇑ Downarrow ⇓ nearrow ↗ searrow ↘ swarrow ↙ nwarrow ↖ upharpoonright ↾ "
    "measuredangle ∡ sphericalangle ∢ backslash \\ euro € pounds £ yen ¥ copyright © S § P ¶ "
    "dotsc … dotsb ⋯ dotsm ⋯ dotsi ⋯ dotso … sharp ♯ flat ♭ natural ♮"
)
LARGE = _pairs(
    "sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ oint ∮ bigcup ⋃ bigcap ⋂ bigoplus ⨁ bigvee ⋁ bigwedge ⋀"
)
_FUNCTIONS = (
    "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg exp lim max min sup inf det dim "
    "ker gcd Pr arg deg mod argmax argmin limsup liminf hom sgn erf tr rank diag arsinh arcosh artanh"
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
    "acute": "\u0301",
    "grave": "\u0300",
    "check": "\u030c",
    "breve": "\u0306",
    "mathring": "\u030a",
    "dddot": "\u20db",
    "overrightarrow": "\u20d7",
    "overleftarrow": "\u20d6",
    "cancel": "\u0338",
}
"""Marks that stand on the letter before them."""
SPACES = {
    "quad": "\u00a0\u00a0",
    "qquad": "\u00a0\u00a0\u00a0\u00a0",
    ",": " ",
    ";": " ",
    ":": " ",
    ">": " ",
    "thinspace": " ",
    "enspace": "\u00a0",
    "!": "",
    " ": " ",
    "~": " ",
}
RELATIONS = frozenset("=<>≤≥≠≪≫≈∼≃≅≡∝∈∉∋⊂⊆⊃⊇→←↔⇒⇐⇔⟹⟺↦⟶+−±∓·×÷∪∩∖∧∨⊕⊖⊗∣⊢⊨∘≲≳≍≐≜≔⋘⋙≺≻⪯⪰⊊⊋⊈≰≱≮≯⇌⟸⟵⟼") | {"mod"}
"""Signs with room on both sides."""
FRACTIONS = frozenset(("frac", "dfrac", "tfrac", "cfrac"))
_UPRIGHT = (
    "text mathrm operatorname textbf textit mbox operatorname* mathsf mathtt textrm textsf texttt textup"
)
UPRIGHT = frozenset(_UPRIGHT.split())
"""Commands whose words stand as they are."""
BOLD = frozenset(("mathbf", "mathbb", "boldsymbol", "bm", "pmb"))
"""Commands that make letters heavy, or double where there are such."""
_STYLED = "mathit mathcal mathfrak mathscr mathnormal boxed mathop mathbin mathrel mathord smash ensuremath"
STYLED = frozenset(_STYLED.split()) | BOLD
"""Commands that only choose letters of another kind."""
_SILENT = (
    "big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm displaystyle textstyle "
    "scriptstyle limits nolimits nonumber notag hline normalsize small large rm bf it cal arraystretch"
)
SILENT = frozenset(_SILENT.split())
"""Commands by which nothing is seen."""
FENCES = {
    "matrix": "",
    "smallmatrix": "",
    "pmatrix": "()",
    "bmatrix": "[]",
    "Bmatrix": "{}",
    "vmatrix": "||",
    "Vmatrix": "‖‖",
    "cases": "{",
    "dcases": "{",
    "rcases": " }",
}
"""Environments of rows and cells, and the brackets around them."""
_LINES = "aligned align alignat alignedat flalign gathered split array equation gather eqnarray multline"
FREE = frozenset(f"{name}{star}" for name in _LINES.split() for star in ("", "*"))
"""Environments of lines, with no brackets."""
DOUBLED = dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True))
"""Letters of sets of numbers, as they are printed."""
BRACES = "⏟⏞"
"""What stands under and over a part that is named."""
TOKEN = re.compile(r"\\(?:[A-Za-z]+\*?|.)|\d+(?:[.,]\d+)*|\s+|.", re.DOTALL)
"""A command, a number, white space, or one sign."""
_AROUND = re.compile(r"\\(?:begin|end)\{[^{}]*\}")


def readable(source: str) -> str:
    """Return a formula that is not known as words and signs: its commands by their signs, or their names."""
    shown: list[str] = []
    closers: list[str] = []
    grouped = over = False
    for part in TOKEN.findall(_AROUND.sub(" ", source)):
        name = part[1:] if part.startswith("\\") else ""
        if part == "{":
            closers.append(")/" if over else ")" if grouped else "")
            shown.append("(" if closers[-1] else "")
            grouped = over = False
        elif part == "}":
            closer = closers.pop() if closers else ""
            shown.append(closer)
            grouped = closer == ")/"
        elif name in FRACTIONS:
            over = True
        elif name:
            sign = _in_words(name)
            shown.append(sign)
            grouped = sign == f" {name}"
        else:
            shown.append("; " if part == "&" else part)
            grouped = part in "^_" or (grouped and part.isspace())
    return " ".join("".join(shown).replace("( ", "(").replace(" ;", ";").split())


def _in_words(name: str) -> str:
    """Return what is shown for a command: its sign, nothing for one that only shapes, else its name."""
    if name == "\\":
        return "; "
    for signs in (LETTERS, LARGE, NAMED, SPACES):
        if name in signs:
            return signs[name]
    if any(name in names for names in (SILENT, UPRIGHT, STYLED, ACCENTS)) or name in (
        "left",
        "right",
        "middle",
    ):
        return ""
    return name if len(name) == 1 else f" {name}"
