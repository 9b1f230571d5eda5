"""Bringing a value that was read to a reply's model: wrappings off, names and shapes as the model's."""

from __future__ import annotations

import json
import re
from typing import Any

from pydantic import BaseModel

from app.domain.live_text import folded
from app.domain.reply_repairs import Mend
from app.workflows.common.reading.mending import load
from app.workflows.common.reading.names import (
    fields_by_name,
    is_model,
    is_text,
    item_of,
    refuses_blank,
    required,
)
from app.workflows.common.reading.readable import line_of, looks_like_json, one_text, parts_text, put

_DEEPEST = 5
"""Objects around objects that are opened."""
_WRAPPERS = frozenset(
    """
    response result output data reply answer arguments parameters input args content message function
    tool_use
    json object final final_answer value properties body payload tool_calls tool_call root
    antwort ergebnis reponse resultat respuesta resultado 结果 回答
    """.split()  # noqa: SIM905  a list of quoted words is no easier to read
)
NO_WORDS = frozenset(
    """
    none null nil n_a na nothing no nobody noone keine keiner niemand nichts aucun aucune personne ninguno
    ninguna nessuno nenhum нет ничего никто
    无 没有 なし empty not_applicable none_identified no_dissent
    """.split()  # noqa: SIM905  a list of quoted words is no easier to read
) | {""}
"""Words for nothing, such as an empty list."""
_BULLET = re.compile(r"^[ \t]{0,12}(?:[-*•–+]|\d{1,3}[.)])[ \t]+", re.MULTILINE)
_MARKDOWN_FENCE = re.compile(r"\s*+(`{3,}|~{3,})(?:markdown|md|text|txt)[ \t]*\n", re.IGNORECASE)
_ANSWER = re.compile(
    r"\W*(?:(?:response|answer|antwort|r[eé]ponse|respuesta|resposta|回答|回复|draft|text)[\W_]*[A-Z]\d{0,2}"
    r"|[\W_]*[A-Z])\W*$",
    re.IGNORECASE,
)
"""A label of an answer: `Response B`, `B`, `Antwort B`."""
_LABELLED = re.compile(
    r"[\W_]*((?:(?:response|answer|antwort|r[eé]ponse|point|punkt|draft|item) )?(?:[a-z]\d{0,2}|\d{1,3}))"
    r"[\])*_`]{0,3}(?: ?[:–—]| -)[*_ ]+(.+)",
    re.IGNORECASE | re.DOTALL,
)
"""What an item is about, before what it says."""
_RANK = re.compile(
    r"(?:[a-z]{1,9}_?)?\d{1,2}(?:st|nd|rd|th)?|first|second|third|fourth|best|worst|erste\w?|zweite\w?|dritte\w?"
)
_NOTHING = re.compile(r"(?:there_(?:is|are|was|were)_|es_gibt_)?(?:no_|none_|nothing_|keine_|nichts_|aucun)")
_NEXT = re.compile(r"[,;]\s+(?=[a-z]?\d{1,3}\s?[:–—])")
"""Between two items of a line."""
_BETTER = re.compile(r"\s+(?:>{1,3}|≻)\s+")
_FLAT = 2
"""Fields of an item's part beside its own that make one."""
_ESCAPED_BREAK = re.compile(r"\\n(?:\\n|[-*#|0-9])")


class Fitter:
    """Fits one value to one model; `mends` says what had to be done."""

    def __init__(self, *, keep_json: bool = False) -> None:
        self.mends: dict[Mend, None] = {}
        self._keep_json = keep_json
        """True where the answer itself may be JSON: the question asks for some."""

    def fit(self, value: Any, model: type[BaseModel]) -> dict[str, Any] | None:
        """Return the value as the model's fields, None where it holds none of them."""
        opened = self._opened(value, model, 0)
        return None if opened is None else self._fields(opened, model, 0)

    def alone(self, values: list[Any], model: type[BaseModel]) -> dict[str, Any] | None:
        """Return one item of the model's list as that list, None where it is none."""
        main = getattr(model, "main", "")
        item = item_of(model, main) if main else None
        return self.fit(values, model) if values and _is_item(values[0], item) else None

    # --- wrappings ----------------------------------------------------------------------------

    def _opened(self, value: Any, model: type[BaseModel], depth: int) -> dict[str, Any] | None:
        """Return the object with the model's fields out of what stands around it."""
        if depth > _DEEPEST:
            return None
        if isinstance(value, str):
            if not looks_like_json(value):
                return None
            try:
                inner, mends = load(value.strip().strip("`").removeprefix("json").strip())
            except ValueError:
                return None
            found = self._opened(inner, model, depth + 1)
            if found is not None:
                self.mends |= dict.fromkeys(("string", *mends))
            return found
        if isinstance(value, list):
            return self._out_of_list(value, model, depth)
        if not isinstance(value, dict) or _is_schema(value):
            return None
        return self._out_of_object(value, model, depth)

    def _out_of_list(self, value: list[Any], model: type[BaseModel], depth: int) -> dict[str, Any] | None:
        main = getattr(model, "main", "")
        joined_text = parts_text(value)
        if joined_text:
            self.mends["envelope"] = None
            return self._opened(joined_text, model, depth + 1) or (
                {main: joined_text} if main and is_text(model, main) else None
            )
        item = item_of(model, main) if main else None
        objects = [inner for inner in value if isinstance(inner, dict)]
        if item is not None and objects and all(_score(inner, item) for inner in objects):
            self.mends["list"] = None
            return {main: value}
        found: dict[str, Any] | None = None
        for inner in value:
            opened = self._opened(inner, model, depth + 1)
            if opened is not None:
                found = {**(found or {}), **opened}
        alone = [inner for inner in objects if item is not None and _is_item(inner, item)]
        if found is not None and main not in found and alone:
            # Each item is an object of its own, and so is what else was asked for.
            found[main] = alone
        if found is not None:
            self.mends["list"] = None
        elif not value and main and item is not None:
            return {main: []}
        return found

    def _out_of_object(
        self, value: dict[str, Any], model: type[BaseModel], depth: int
    ) -> dict[str, Any] | None:
        own = _score(value, model)
        names = fields_by_name(model)
        whole = own > 0 and required(model) <= {names.get(folded(str(key))) for key in value}
        wrapping = self._under_its_name(value, model)
        if wrapping is not None:
            self.mends["envelope"] = None
            return {**{key: inner for key, inner in value.items() if key != wrapping}, **value[wrapping]}
        if whole:
            return value
        best: dict[str, Any] | None = None
        best_key, best_score = "", 0
        wrappers = _WRAPPERS | {folded(name) for name in getattr(model, "wrappers", ())}
        for key, inner in list(value.items())[:40]:
            name = folded(str(key))
            known = name in wrappers or len(value) == 1
            inside = looks_like_json(inner) if isinstance(inner, str) else isinstance(inner, dict | list)
            if not inside or (isinstance(inner, list) and not known):
                continue
            opened = self._opened(inner, model, depth + 1)
            score = 0 if opened is None else _score(opened, model)
            if (
                opened is not None
                and score > best_score
                and (known or score >= min(2, len(model.model_fields)))
            ):
                best, best_key, best_score = opened, str(key), score
        if best is not None and (best_score > own or not whole):
            self.mends["envelope"] = None
            beside = {k: v for k, v in value.items() if str(k) != best_key}
            return {**(beside if own else {}), **best}
        if own:
            return value
        main = getattr(model, "main", "")
        item = item_of(model, main) if main else None
        if item is not None and is_model(item) and value and all(_ANSWER.match(str(key)) for key in value):
            # The list, under what each part of it is about.
            self.mends["list"] = None
            return {main: value}
        return None

    def _under_its_name(self, value: dict[str, Any], model: type[BaseModel]) -> str | None:
        """Return the key of a text that holds an object with all it needs: {"answer": {"answer": …}}."""
        names, main = fields_by_name(model), getattr(model, "main", "")
        for key, inner in value.items():
            if not (isinstance(inner, dict) and main and is_text(model, main)):
                continue
            named = {names.get(folded(str(one))) for one in inner}
            if names.get(folded(str(key))) == main and required(model) <= named:
                return key
        return None

    # --- fields -------------------------------------------------------------------------------

    def _fields(self, value: dict[str, Any], model: type[BaseModel], depth: int) -> dict[str, Any]:
        names, main = fields_by_name(model), getattr(model, "main", "")
        fitted: dict[str, Any] = {}
        # A field's own name goes before its other names.
        for key in sorted(value, key=lambda key: str(key) not in model.model_fields):
            field = names.get(folded(str(key)))
            # A name that stands for itself is one of a program that was written in place of the reply.
            if field is None or field in fitted or value[key] == key:
                continue
            # No main list is one without items; whether anything else is none was not said.
            if value[key] is None and (field != main or item_of(model, field) is None):
                continue
            if field != key:
                self.mends["names"] = None
            given = [] if value[key] is None else value[key]
            if folded(str(key)) in getattr(model, "neutral", ()) and isinstance(given, list | str):
                # What stands under such a name may be praise: a plain text is no item of it.
                given = [one for one in given if not isinstance(one, str)] if isinstance(given, list) else []
            fitted_value = self._field(given, model, field, depth)
            if fitted_value == [] and value[key] and field == main and not _says_none(value[key]):
                # Something was said, and none of it is an item: that is not an empty list.
                continue
            fitted[field] = fitted_value
        item = item_of(model, main) if main and main not in fitted else None
        unnamed = [
            inner
            for key, inner in value.items()
            if folded(str(key)) not in names and isinstance(inner, list) and inner
        ]
        if is_model(item) and len(unnamed) == 1 and all(_is_item(one, item) for one in unnamed[0]):
            # The list under a name that nobody knows, such as one in another language.
            self.mends["names"] = None
            fitted[main] = self._list(unnamed[0], item, depth)
        return fitted

    def _field(self, value: Any, model: type[BaseModel], field: str, depth: int) -> Any:
        item = item_of(model, field)
        if item is not None:
            return self._list(value, item, depth)
        if is_text(model, field):
            return self._text(value, model, field)
        return value

    def _text(self, value: Any, model: type[BaseModel], field: str) -> Any:
        if isinstance(value, str):
            return self._own_text(value, model) if field == getattr(model, "main", "") else value
        if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
            self.mends["list"] = None
            apart = ", " if all(len(part) < 30 for part in value) else "; "
            return ("\n\n" if field == getattr(model, "main", "") else apart).join(value)
        if isinstance(value, dict | list):
            self.mends["readable"] = None
            if field == getattr(model, "main", ""):
                return one_text(value) or put(value)
            return line_of(value)
        return value

    def _own_text(self, text: str, model: type[BaseModel]) -> str:
        """Return an answer's text out of a fence, out of JSON and out of doubled escapes."""
        fence = _MARKDOWN_FENCE.match(text)
        bare = text.rstrip()
        if fence and bare.endswith(fence.group(1)) and bare.count(fence.group(1)) == 2:
            self.mends["fence"] = None
            text = bare[fence.end() : -len(fence.group(1))].strip("\n")
        # Without a blank it is no prose: “src\n1.md” is a path.
        if "\n" not in text and " " in text and _ESCAPED_BREAK.search(text):
            self.mends["string"] = None
            text = text.replace("\\n", "\n").replace('\\"', '"')
        if self._keep_json or not looks_like_json(text):
            return text
        try:
            inner, _ = load(_bare(text))
        except ValueError:
            return text
        names = fields_by_name(model)
        main = getattr(model, "main", "")
        if isinstance(inner, dict):
            for key, field_text in inner.items():
                if names.get(folded(str(key))) == main and isinstance(field_text, str):
                    self.mends["string"] = None
                    return field_text
        self.mends["readable"] = None
        return one_text(inner) or put(inner)

    def _list(self, value: Any, item: Any, depth: int) -> Any:
        """Return what a list field was given as a list of its items."""
        if isinstance(value, str):
            if looks_like_json(value):
                try:
                    value, _ = load(value)
                    self.mends["string"] = None
                except ValueError:
                    # It only begins so: a file may be called “[{.md”.
                    value = _lines(value)
            else:
                value = _lines(value)
        if isinstance(value, dict):
            value = self._out_of_keys(value, item)
        if not isinstance(value, list):
            value = [value]
        if not is_model(item):
            if all(isinstance(inner, dict) and isinstance(inner.get("rank"), int) for inner in value):
                value = sorted(value, key=lambda inner: inner["rank"])
            given = [
                inner if isinstance(inner, str | int | float) else line_of(_plain(inner)) for inner in value
            ]
            said = [inner for inner in given if inner != ""]
            return [] if all(folded(str(inner)) in NO_WORDS for inner in said) else said
        fitted: list[Any] = []
        for inner in value:
            # What is said twice, word for word, is said once.
            fitted += [one for one in self._item(inner, item, depth) if one not in fitted]
        return fitted

    def _item(self, value: Any, item: type[BaseModel], depth: int) -> list[Any]:
        main = getattr(item, "main", "")
        if isinstance(value, str):
            says_something = any(sign.isalpha() for sign in value) and folded(value) not in NO_WORDS
            about = getattr(item, "keyed", ("",))[0]
            if about in getattr(item, "refers", {}) and (said := _LABELLED.match(value)) is not None:
                self.mends["list"] = None
                return [{about: said[1], main: said[2]}]
            return [_named({main: value}, item)] if main and says_something else []
        if not isinstance(value, dict):
            return []
        names = fields_by_name(item)
        fitted = self._fields(value, item, depth + 1)
        if main and main not in fitted:
            # Points grouped under what they are about.
            groups = [
                inner
                for key, inner in value.items()
                if isinstance(inner, list) and folded(str(key)) in getattr(item, "groups", ())
            ]
            shared_fields = {key: inner for key, inner in fitted.items() if not isinstance(inner, list)}
            if groups and depth < _DEEPEST:
                self.mends["list"] = None
                return [
                    {**point, **shared_fields}
                    for group in groups
                    for one in group
                    for point in self._item(one, item, depth + 1)
                ]
            if len(value) == 1 and not any(folded(str(key)) in names for key in value):
                key, inner = next(iter(value.items()))
                return self._item({getattr(item, "keyed", ("",))[0]: key, main: inner}, item, depth + 1)
        said = fitted.get(main)
        word = folded(said) if isinstance(said, str) else None
        refused = main and refuses_blank(item, main) and (word or not str(said).strip())
        if word in NO_WORDS and (refused or all(map(_empty, fitted.values()))):
            # An empty place in a list is no item; what else is in it stands.
            self.mends["left_out"] = None
            return []
        self._flat(value, fitted, item, depth)
        return [_named(fitted, item)]

    def _flat(self, value: dict[str, Any], fitted: dict[str, Any], item: type[BaseModel], depth: int) -> None:
        """Take the fields of the one part of an item, such as its citation, that stand beside its own."""
        for name in item.model_fields:
            inner: Any = None if fitted.get(name) else item_of(item, name)
            if is_model(inner) and depth < _DEEPEST and _score(value, inner) >= _FLAT:
                self.mends["list"] = None
                fitted[name] = [self._fields(value, inner, depth + 1)]

    def _out_of_keys(self, value: dict[str, Any], item: Any) -> list[Any]:
        """Return the list that an object stands for: one item, or one under each key."""
        if not is_model(item):
            self.mends["list"] = None
            if all(_RANK.fullmatch(folded(str(key))) for key in value):
                return list(value.values())
            if value and all(isinstance(rank, int | float) for rank in value.values()):
                # Places are whole and count from 1 to as many as there are; of marks the highest comes first.
                told = value.values()
                places = min(told) == 1 and max(told) <= len(told) and all(one % 1 == 0 for one in told)
                return sorted(value, key=lambda key: value[key], reverse=not places)
            return [line_of({key: inner}) for key, inner in value.items()]
        if _score(value, item) >= min(2, len(required(item)) or 1):
            return [value]
        key_field, value_field = getattr(item, "keyed", ("", ""))
        if not key_field:
            return (
                list(value.values())
                if value and all(_score(one, item) for one in value.values())
                else [value]
            )
        self.mends["list"] = None
        if key_field == getattr(item, "main", "") and all(_RANK.fullmatch(folded(str(key))) for key in value):
            # They are but counted.
            return list(value.values())
        found: list[Any] = []
        for key, inner in value.items():
            for one in inner if isinstance(inner, list) else [inner]:
                inside = one if isinstance(one, dict) else {value_field: one}
                found.append({key_field: key, **inside})
        return found


def _named(fitted: dict[str, Any], item: type[BaseModel]) -> dict[str, Any]:
    """Return an item that says nothing of what it is about with that left open."""
    about = getattr(item, "keyed", ("", ""))[0]
    return fitted if not about or getattr(item, "main", "") not in fitted else {about: "", **fitted}


def _says_none(value: Any) -> bool:
    """Tell whether a text in place of a list says that there is nothing: `None.`, `No open questions`."""
    if not isinstance(value, str):
        return False
    name = folded(value)
    return name in NO_WORDS or (len(name) < 40 and _NOTHING.match(name) is not None)


def _empty(value: Any) -> bool:
    """Tell whether a value of an item says nothing."""
    return not value or (isinstance(value, str) and folded(value) in NO_WORDS)


def _score(value: Any, model: type[BaseModel]) -> int:
    """Return how many of a model's fields an object holds."""
    if not isinstance(value, dict):
        return 0
    names = fields_by_name(model)
    return len({names[name] for key in value if (name := folded(str(key))) in names})


def _is_item(value: Any, item: Any) -> bool:
    """Tell whether an object is an item by itself: it has what has to be there and something more."""
    return is_model(item) and _score(value, item) >= max(2, len(required(item)))


def _is_schema(value: dict[str, Any]) -> bool:
    """Tell whether an object is the schema that was asked for, said back, rather than a reply by it."""
    properties = value.get("properties")
    if isinstance(properties, dict) and properties:
        return all(
            isinstance(one, dict) and ({"type", "$ref", "anyOf"} & one.keys()) for one in properties.values()
        )
    return "$schema" in value or "$defs" in value


def _plain(value: Any) -> Any:
    """Return the one text of a list's item, else the item."""
    if isinstance(value, dict):
        texts = [inner for inner in value.values() if isinstance(inner, str)]
        label = next(
            (v for k, v in value.items() if folded(str(k)) in ("label", "response", "answer", "name")), None
        )
        if isinstance(label, str):
            return label
        if len(texts) == 1:
            return texts[0]
    return value


def _lines(text: str) -> list[str]:
    if _says_none(text):
        return []
    if _BULLET.search(text):
        lines = [_BULLET.sub("", line).strip() for line in text.splitlines()]
        return [line for line in lines if line]
    ways = (_BETTER.split(text), _NEXT.split(text)) if len(text) < 400 else ()
    return next((parts for parts in ways if len(parts) > 1), [text])


def _bare(text: str) -> str:
    """Return JSON without the fence around it."""
    bare = text.strip()
    if bare.startswith(("```", "~~~")):
        bare = bare.partition("\n")[2]
        bare = bare.rstrip("`~ \n\t")
    return bare


def as_json(value: Any) -> str:
    """Return a value as short JSON, for the model that is shown what could not be read."""
    return json.dumps(value, ensure_ascii=False, default=str)
