"""Replies of several files: read strictly, and nothing lost of what came."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.prompts.fences import fenced, read_fences
from app.workflows.common.reading.reader import read_prose
from app.workflows.draft.asked import FileText
from app.workflows.draft.rules.changes import plain
from app.workflows.draft.rules.files_reply import (
    FilesRead,
    block,
    gone_on,
    level_after,
    only_texts,
    out_of_talk,
    read_files,
    resume_point,
    tag_for,
)

PATTERNS = ("chapters/*.md",)
ONE, TWO, THREE = "chapters/01.md", "chapters/02.md", "chapters/03.md"
OLD = {ONE: "# One\n\nIt rained.\n", TWO: "# Two\n\nIt stopped.\n", THREE: "# Three\n\nIt snowed.\n"}


def read(text: str, **more: object) -> FilesRead:
    return read_files(text, PATTERNS, known=list(OLD), **more)  # type: ignore[arg-type]  # options of one call


def test_files_between_their_marks_are_read_in_order() -> None:
    found = read(block(TWO, "b\n") + "\n" + block(ONE, "a\n") + f"<<<KEEP FILE {THREE}>>>\n")
    assert list(found.files.items()) == [(TWO, "b\n"), (ONE, "a\n")]
    assert found.kept == (THREE,)
    assert (found.refused, found.mends, found.unfinished) == ((), (), None)


@pytest.mark.parametrize(
    "text",
    [
        f"<<<FILE {ONE}>>>\r\na\r\n<<<END FILE>>>\r\n",
        f"**<<FILE: {ONE}>>**\na\n<<END FILE>>",
        f"<<<file {ONE}>>>\n```markdown\na\n```\n<<<end file>>>",
        f"<think>what shall I write\n<<<FILE {TWO}>>>\n</think>\n<<<FILE {ONE}>>>\na\n<<<END FILE {ONE}>>>",
        f"Here it is:\n\n```\n<<<FILE {ONE}>>>\na\n<<<END FILE>>>\n```\n",
    ],
)
def test_marks_are_read_as_models_write_them(text: str) -> None:
    assert dict(read(text).files) == {ONE: "a\n"}


INNER = "# One\n\n```bash\nmake\n```\n\nDone.\n"


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("~~~markdown\n# One\n~~~", "# One\n"),
        ("````md\n" + INNER + "````", INNER),
        ("```markdown\n" + INNER + "```", INNER),
        ("~~~\n" + INNER + "~~~", INNER),
        ("  ```md title=one\n# One\n  ```", "# One\n"),
        ("```markdown\n# One\n\nIt rained.", "# One\n\nIt rained.\n"),
        ("# One\n\nIt rained.\n```", "# One\n\nIt rained.\n"),
    ],
)
def test_a_fence_around_a_whole_file_is_no_part_of_it_whatever_its_kind(text: str, body: str) -> None:
    assert dict(read(f"<<<FILE {ONE}>>>\n{text}\n<<<END FILE>>>\n").files) == {ONE: body}


@pytest.mark.parametrize(
    "text",
    [
        INNER,
        "```bash\nmake\n```\n\nThen:\n\n```bash\nmake test\n```\n",
        "~~~\nmake\n~~~\n\nThen:\n\n~~~\nmake test\n~~~\n",
        "~~~\n\nIt rained.\n",
        "It rained.\n\n~~~\n",
        "```bash\nmake\n",
        "# One\n\n    indented = code\n",
        "    indented = code\n\nIt rained.\n",
    ],
)
def test_fences_of_a_files_own_stay(text: str) -> None:
    assert dict(read(block(ONE, text)).files) == {ONE: text}


@pytest.mark.parametrize(
    ("old", "wrapped"),
    [
        ("```sh\nmake\n```\n", "{}"),
        ("```sh\nmake\n```\n", "````markdown\n{}````\n"),
        ("\n\n# One\n", "{}"),
        ("\ufeff\r\n# One\r\n", "# One\n"),
        ("# One\n\nHard break  \n", "{}"),
    ],
)
def test_a_fence_empty_lines_ahead_and_blanks_at_the_end_that_a_file_has_stay(old: str, wrapped: str) -> None:
    found = read_files(block(ONE, wrapped.format(old)), PATTERNS, known=[ONE], old={ONE: old})
    assert found.files == {ONE: plain(old).removeprefix("\ufeff")}


def test_marks_that_a_prompt_split_are_whole_again_in_the_text_that_is_written() -> None:
    text = '<data value="1">One</data>\n\n</DATA>\n'
    ((shown,), _) = read_fences(fenced(text, ONE))
    assert shown.text == text
    told = fenced(text, ONE).split("\n", 1)[1].rpartition("\n</data>")[0]
    assert told != text
    assert read(block(ONE, told)).files == {ONE: text}
    assert read_prose(told).text == text


@pytest.mark.parametrize(
    "end",
    [
        "<<<END>>>",
        "<<</FILE>>>",
        "<<<ENDE FILE>>>",
        "<<<END FILE",
        "</FILE>",
        "<<<END_FILE>>>.",
        "> <<<EOF>>>",
    ],
)
def test_an_end_mark_with_a_slip_is_no_part_of_the_file(end: str) -> None:
    found = read(f"<<<FILE {ONE}>>>\na.\n{end}\n\n<<<FILE {TWO}>>>\nb\n{end}\n")
    assert (dict(found.files), found.mends, found.unfinished) == ({ONE: "a.\n", TWO: "b\n"}, (), None)


@pytest.mark.parametrize("last", ["[End]", "</body>", "The <END> of it", "END."])
def test_a_last_line_of_a_files_own_is_no_end_mark(last: str) -> None:
    assert read(f"<<<FILE {ONE}>>>\na.\n{last}\n<<<KEEP FILE {TWO}>>>\n").files == {ONE: f"a.\n{last}\n"}


def test_a_bare_name_means_the_file_of_that_name_that_is_left_out() -> None:
    known = ["notes/One.md", "notes/deep/Two.md"]
    found = read_files(
        block("One.md", "a") + "<<<KEEP FILE notes/deep/Two.md>>>\n", ("**/*.md", "*.md"), known=known
    )
    assert (dict(found.files), found.kept) == ({"notes/One.md": "a\n"}, ("notes/deep/Two.md",))
    assert "One.md" in str(found.mends[0])


def test_a_fence_that_a_writer_put_around_a_text_that_begins_with_another_is_none_of_it() -> None:
    old, new = "```sh\nmake\n```\n", "# Make\n\n```sh\nmake\n```\n"
    found = read_files(block(ONE, f"```markdown\n{new}```\n"), PATTERNS, known=[ONE], old={ONE: old})
    assert found.files == {ONE: new}


@pytest.mark.parametrize("order", [1, -1])
def test_a_file_has_a_name_in_other_capitals_where_it_is_to_go_under_the_old_one(order: int) -> None:
    parts = [block("chapters/Two.md", "new\n"), "<<<DROP FILE chapters/two.md>>>\n"][::order]
    found = read_files("".join(parts), PATTERNS, known=["chapters/two.md"])
    assert (dict(found.files), found.dropped) == ({"chapters/Two.md": "new\n"}, ("chapters/two.md",))
    assert dict(level_after({"chapters/two.md": "old\n"}, found).files) == {"chapters/Two.md": "new\n"}


def test_a_name_in_other_capitals_alone_renames_nothing() -> None:
    found = read_files(block("chapters/TWO.md", "new\n"), PATTERNS, known=["chapters/two.md"])
    assert (dict(found.files), found.dropped) == ({"chapters/two.md": "new\n"}, ())


def test_a_file_that_came_without_a_word_is_shown_as_deleted_and_one_kept_is_not() -> None:
    level = level_after(OLD, read(block(ONE, "new\n") + f"<<<KEEP FILE {TWO}>>>\n"))
    assert dict(level.files) == {ONE: "new\n", TWO: OLD[TWO]}
    assert level.unsaid == (THREE,)


def test_a_file_that_is_to_go_is_told_apart_from_one_left_out() -> None:
    level = level_after(OLD, read(block(ONE, "new\n") + f"<<<DROP FILE {TWO}>>>\n"))
    assert level.unsaid == (THREE,)


def test_a_text_that_says_the_same_stays_byte_for_byte() -> None:
    old = {ONE: "a\r\n\r\nb"}
    assert level_after(old, FilesRead(files={ONE: "a\n\nb\n"})).files[ONE] == "a\r\n\r\nb"


def test_a_name_that_leads_out_is_refused_and_the_rest_is_taken() -> None:
    found = read(block("../x.md", "evil") + block(ONE, "a"))
    assert list(found.files) == [ONE]
    assert [str(one) for one in found.refused] == [
        "“../x.md” leads out of the folder of this level; nothing was written there."
    ]


def test_a_file_cut_by_the_length_limit_is_kept_as_unfinished() -> None:
    found = read(block(ONE, "whole.") + f"<<<FILE {TWO}>>>\nIt rained and. Then", cut=True)
    assert dict(found.files) == {ONE: "whole.\n"}
    assert found.unfinished == FileText(path=TWO, text="It rained and. Then\n")


def test_a_last_file_without_an_end_mark_is_taken_where_its_text_is_whole() -> None:
    found = read(f"<<<FILE {ONE}>>>\nIt rained.")
    assert dict(found.files) == {ONE: "It rained.\n"}
    assert [str(one) for one in found.mends] == [
        "The end mark of chapters/01.md is missing; its text is whole."
    ]
    assert read(f"<<<FILE {ONE}>>>\nIt rained and the").unfinished is not None


def test_a_file_that_comes_twice_is_said() -> None:
    found = read(block(ONE, "a") + block(ONE, "b"))
    assert dict(found.files) == {ONE: "b\n"}
    assert "came twice" in str(found.mends[0])


def test_two_new_files_that_differ_by_case_alone_are_one() -> None:
    found = read(block("chapters/04-a.md", "a") + block("chapters/04-A.md", "b"))
    assert dict(found.files) == {"chapters/04-a.md": "b\n"}
    assert "came twice" in str(found.mends[0])


def test_half_a_format_says_nothing_of_any_file() -> None:
    found = read("Chapter one is now darker. I hope you like it.")
    assert found.empty


def test_an_answer_without_marks_is_the_one_file_that_was_asked_for() -> None:
    assert dict(read("# One\n\nDarker.", only=ONE).files) == {ONE: "# One\n\nDarker.\n"}
    assert read("# One\n\nDarker and", only=ONE, cut=True).unfinished is not None


@pytest.mark.parametrize(
    "reply", ['{"title": "T"}', '```json\n{"title": "T"}\n```', '<think>so</think>{"title": "T"}']
)
def test_an_answer_without_marks_that_is_to_be_json_stays_json(reply: str) -> None:
    only = "premise/premise.json"
    found = read_files(reply, (only,), only=only)
    assert dict(found.files) == {only: '{"title": "T"}\n'}


def test_another_file_than_the_one_asked_for_is_left_as_it_is() -> None:
    found = read(block(ONE, "a") + block(TWO, "b"), only=ONE)
    assert list(found.files) == [ONE]
    assert str(found.refused[0]).startswith("chapters/02.md was not asked for")


def test_a_file_to_be_kept_that_is_not_there_is_said() -> None:
    found = read(block(ONE, "a") + "<<<KEEP FILE chapters/09.md>>>")
    assert found.kept == ()
    assert "no such file" in str(found.refused[0])


def test_marks_in_a_text_get_marks_with_another_word() -> None:
    text = "How it works:\n<<<FILE x>>>\n<<<END FILE>>>\n"
    tag = tag_for([text])
    assert tag == "FILE-2"
    assert dict(read(block(ONE, text, tag), tag=tag).files) == {ONE: text}
    assert tag_for([text, "<<<FILE-2 y>>>"]) == "FILE-3"


@given(st.dictionaries(st.sampled_from(list(OLD)), st.text(max_size=80)))
def test_what_stands_between_marks_comes_back(files: dict[str, str]) -> None:
    files = {path: text.replace("\r", "").strip() + "." for path, text in files.items()}
    tag = tag_for(files.values())
    found = read("".join(block(path, text, tag) for path, text in files.items()), tag=tag)
    unfenced = {path: text for path, text in found.files.items() if not files[path].startswith(("`", "~"))}
    assert unfenced == {path: files[path] + "\n" for path in unfenced}
    assert list(found.files) == list(files)


@given(st.text(alphabet="<>FILEENDKPRO .\n`-:/chapters01md", max_size=300), st.booleans())
def test_no_reply_makes_the_reader_fall_over_or_names_a_file_outside(text: str, cut: bool) -> None:
    found = read(text, cut=cut)
    names = {*found.files, *found.kept, *found.dropped}
    assert all(name.startswith("chapters/") for name in names)
    assert set(level_after(OLD, found).files) <= {*OLD, *found.files}


def test_a_very_long_line_of_signs_is_read_at_once() -> None:
    text = "<<<FILE " + " " * 200_000 + "\n" + block(ONE, "a")
    assert dict(read(text).files) == {ONE: "a\n"}


# --- an answer that broke off -----------------------------------------------------------------------

BEGUN = f"<<<FILE {ONE}>>>\n# One\n\nIt rained all night over the harbour. The boats lay still. Then the"


def test_a_cut_answer_is_gone_on_from_behind_its_last_sentence() -> None:
    kept = resume_point(BEGUN)
    assert kept.endswith("The boats lay still. ")
    whole = gone_on(kept, "Then the bell rang.\n<<<END FILE>>>\n")
    assert read(whole).files[ONE].endswith("The boats lay still. Then the bell rang.\n")


def test_what_a_continuation_says_again_is_said_once() -> None:
    kept = resume_point(BEGUN)
    rest = "It rained all night over the harbour. The boats lay still. Then the bell rang.\n<<<END FILE>>>"
    assert read(gone_on(kept, rest)).files[ONE].count("The boats lay still.") == 1


def test_a_continuation_that_begins_the_file_anew_replaces_it() -> None:
    rest = block(
        ONE, "# One\n\nIt rained all night over the harbour. The boats lay still. Then the bell rang."
    )
    assert read(gone_on(resume_point(BEGUN), rest)).files == {
        ONE: "# One\n\nIt rained all night over the harbour. The boats lay still. Then the bell rang.\n"
    }


def test_a_continuation_that_opens_the_file_and_goes_on_is_joined() -> None:
    rest = f"<<<FILE {ONE}>>>\nThen the bell rang.\n<<<END FILE>>>\n" + block(TWO, "b")
    found = read(gone_on(resume_point(BEGUN), rest))
    assert found.files[ONE].endswith("lay still. Then the bell rang.\n")
    assert found.files[TWO] == "b\n"


PATCH = "--- a/01.md\n+++ b/01.md\n@@ -1,3 +1,3 @@\n # One\n \n-It rained.\n+It poured.\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (PATCH, "is a list of changes"),
        (PATCH.partition("\n@@")[0] + "\n-It rained.\n+It poured.\n", "is a list of changes"),
        ("# One\n\nIt poured.\n\n[... rest of the chapter remains unchanged ...]\n", "in place of its text"),
        ("# One\n\n… der Rest bleibt unverändert …\n", "in place of its text"),
        ("<<<<<<< SEARCH\nrained\n=======\npoured\n>>>>>>> REPLACE\n", "is a list of changes"),
        (" \n", "Nothing came"),
        ("diff --git a/01.md b/01.md\n-It rained.\n+It poured.\n", "is a list of changes"),
        ("# One\n\nIt poured.\0\n", "has a zero byte"),
        *(
            (f"# One\n\nIt poured.\n\n{line}\n", "in place of its text")
            for line in (
                "<!-- rest of the document omitted for brevity -->",
                "// ... existing code ...",
                "# ... rest of file unchanged ...",
                "(Remaining sections as in the original.)",
                "[Previous paragraphs remain unchanged]",
                "[no changes below this line]",
                "> [rest unchanged]",
                "The rest of the chapter stays the same.",
                "[Der restliche Text bleibt gleich]",
                "[Le reste du texte reste inchangé.]",
                "（以下省略）",
            )
        ),
    ],
)
def test_what_is_no_text_of_a_file_is_not_taken_for_it(text: str, said: str) -> None:
    found = only_texts(read(block(ONE, text) + block(TWO, "# Two\n\nNoon.\n")), OLD)
    assert [*found.files] == [TWO]
    assert ONE in found.kept
    (why,) = found.unwritten
    assert said in str(why)
    assert level_after(OLD, found).files[ONE] == OLD[ONE]


def test_three_dots_in_place_of_most_of_a_text_stand_for_it() -> None:
    text, dots = OLD[ONE] * 9, OLD[ONE] + "\n[...]\n"
    assert not only_texts(FilesRead(files={ONE: dots}), {ONE: text}).files
    assert only_texts(FilesRead(files={ONE: dots}), {ONE: OLD[ONE]}).files


@pytest.mark.parametrize(
    "said",
    [
        "I'm sorry, but I can't help with that.",
        "I've replaced Mara with Nora.",
        "Done.",
        "Ich habe alles ersetzt.",
    ],
)
def test_a_refusal_or_a_report_is_not_taken_for_a_longer_text(said: str) -> None:
    old = {ONE: OLD[ONE] * 9}
    read_ = read_files(said, PATTERNS, known=[ONE], only=ONE)
    assert level_after(old, only_texts(read_, old)).files == old
    assert only_texts(read_, {ONE: said}).files == {ONE: said + "\n"}


NEW = '# One\n\nIt "poured" &lt; all day.\n'
OBJECT = json.dumps({"path": ONE, "content": NEW})


@pytest.mark.parametrize("only", [ONE, ""])
@pytest.mark.parametrize(
    "answer",
    [
        f'Here:\n<file name="{ONE}">\n{NEW}</file>',
        f'{{"files": [{OBJECT}]}}',
        f"```json\n{json.dumps({ONE: NEW}, indent=1)}\n```",
        f"&lt;&lt;&lt;FILE {ONE}&gt;&gt;&gt;\n{NEW}&lt;&lt;&lt;END FILE&gt;&gt;&gt;",
        block(f"./book/{ONE}", NEW),
    ],
)
def test_a_file_in_tags_json_or_escaped_marks_is_read_out_of_them(answer: str, only: str) -> None:
    assert read(answer, only=only).files == {ONE: NEW}


def test_a_whole_answer_in_a_fence_of_any_length_is_read_out_of_it() -> None:
    text = "# One\n\n```sh\nls\n```\n"
    assert read(f"````markdown\n{text}````", only=ONE).files == {ONE: text}


@pytest.mark.parametrize(
    "text",
    [
        "# One\n\n(b) the rest of the fee shall remain unchanged;\n",
        "# One\n\n(The deadline is unchanged.)\n\n… and nothing was the same.\n",
        "# One\n\n--- he said\n\n@@ home\n",
        "# The rest of the text\n\n[1] The same as before.\n\n… and the rest of the text.\n\n[...]\n",
    ],
)
def test_a_text_that_looks_a_little_like_one_left_out_is_taken(text: str) -> None:
    found = only_texts(read(block(ONE, text)), OLD)
    assert found.files == {ONE: text}


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("Here it is:\n\n```markdown\n" + INNER + "```\n\nI hope it helps.", INNER),
        ("Sure, the text:\n```\n" + OLD[ONE] + "```", OLD[ONE]),
        ("# One\n\nRun this:\n\n```\nmake\n```\n\nDone.\n", ""),
        ("Run this:\n\n```bash\nmake all and then install\n```\n", ""),
    ],
)
def test_of_an_answer_without_marks_the_talk_around_its_text_is_no_part_of_it(answer: str, text: str) -> None:
    assert out_of_talk(answer).rstrip() == (text or answer).rstrip()
