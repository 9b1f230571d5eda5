"""Model text → safe HTML: nothing in it is loaded, opened or lost."""

from app.markup.render import render, render_parts
from app.markup.rendered import Reason, Rendered
from app.markup.sheet import Tints, style_sheet
from app.markup.visible import soften, visible

__all__ = ["Reason", "Rendered", "Tints", "render", "render_parts", "soften", "style_sheet", "visible"]
