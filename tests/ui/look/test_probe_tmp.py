import pytest
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QAbstractScrollArea
from tests.support.looking import reading_height, texts_in_sight
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(("name","w","h"), [("look-review",1366,768),("look-review",860,600),("failure",1366,768),("stopped",1366,768),("attempt",1366,768)])
def test_probe(play, scene_shown, name, w, h):
    async def story():
        async with scene_shown(name, w, h) as d:
            page=d.window.page
            for v in texts_in_sight(page):
                b=v.document().begin(); f=v.font()
                print("PROBE", name, w, v.accessibleName(), reading_height(v), f.pixelSize(), f.pointSizeF(), v.fontMetrics().height())
            for e in d.window.findChildren(QPlainTextEdit)+[x for x in d.window.findChildren(QTextEdit) if not x.isReadOnly()]:
                if e.isVisible():
                    print("EDIT", name, type(e).__name__, e.accessibleName(), e.fontMetrics().lineSpacing(), e.font().pointSizeF())
            print("BAR", page.bar.height(), page.bar.geometry())
    play(story)
