"""Pictures within the lines of a Word document. Their bytes are handed on as they came, and never parsed."""

from __future__ import annotations

from dataclasses import dataclass, field

from docx.document import Document as WordDocument
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml.ns import nsdecls

from app.domain.pictures import Pictures, Raster
from app.export.pictures import on_page
from app.export.word.markup import attribute

_KINDS = frozenset(("png", "jpeg", "gif"))
"""What every Word reads."""
_UNIT = 9_525
"""English metric units of a pixel; source: ECMA-376 part 1, 20.1.2.1, at 96 to the inch."""
_DRAWN = "http://schemas.openxmlformats.org/drawingml/2006/picture"


@dataclass(slots=True)
class Shown:
    """The pictures of the answers, and which of them stand in the document, in the order of their numbers."""

    pictures: Pictures
    rasters: list[Raster] = field(default_factory=list)

    def drawing(self, name: str, words: str = "") -> str:
        """Return the run of the picture of a mark or an address, with a line break behind it, or nothing."""
        found = self.pictures.find(name)
        if found is None or found.kind not in _KINDS:
            return ""
        if found not in self.rasters:
            self.rasters.append(found)
        return _run(found, self.rasters.index(found), words or name)

    def put_in(self, document: WordDocument, body: str) -> str:
        """Add the pictures to a document; return its body with their names in it."""
        for number, raster in enumerate(self.rasters):
            place = PackURI(f"/word/media/{_name(number)}.{raster.kind}")
            part = Part(place, f"image/{raster.kind}", raster.data, document.part.package)
            name = document.part.relate_to(part, RELATIONSHIP_TYPE.IMAGE)
            body = body.replace(f'r:embed="{_name(number)}"', f'r:embed="{name}"')
        return body


def _name(number: int) -> str:
    return f"picture-{number + 1}"


def _run(raster: Raster, number: int, words: str) -> str:
    width, height = (side * _UNIT for side in on_page(raster.width, raster.height))
    said = f'id="{number + 1}" name="{_name(number)}" descr="{attribute(words)}"'
    size = f'cx="{width}" cy="{height}"'
    picture = (
        f"<pic:nvPicPr><pic:cNvPr {said}/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill>"
        f'<a:blip r:embed="{_name(number)}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>'
        f'<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext {size}/></a:xfrm>'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>'
    )
    data = f'<a:graphicData uri="{_DRAWN}"><pic:pic>{picture}</pic:pic></a:graphicData>'
    graphic = f"<wp:extent {size}/><wp:docPr {said}/><a:graphic>{data}</a:graphic>"
    inline = f"<wp:inline {nsdecls('wp', 'a', 'pic')}>{graphic}</wp:inline>"
    return f"<w:r><w:drawing>{inline}</w:drawing></w:r><w:r><w:br/></w:r>"
